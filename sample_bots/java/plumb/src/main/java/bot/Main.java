package bot;

import arena.v1.Arena.Goodbye;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The program: where the arena is, and how it ends. */
public final class Main {
  /** Warns at every start, of options that Unix sockets do not have and of a missing network. */
  private static final Logger NETTY = Logger.getLogger("io.grpc.netty.shaded.io.netty");

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    NETTY.setLevel(Level.SEVERE);
    String address = System.getenv("ARENA_SOCKET");
    if (address == null) {
      fail("ARENA_SOCKET is not set: let the arena start this bot, with `arena play`");
    }
    try {
      Goodbye goodbye = Conversation.with(address);
      switch (goodbye.getReason()) {
        case REASON_PROTOCOL, REASON_TIMEOUT ->
            fail("the arena ended the conversation: " + goodbye.getText());
        default -> System.exit(0);
      }
    } catch (IOException error) {
      fail("the arena at " + address + " " + error.getMessage());
    }
  }

  private static void fail(String reason) {
    System.err.println(reason);
    System.exit(1);
  }
}
