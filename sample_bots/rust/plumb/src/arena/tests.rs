//! The conversation with a small arena, over a Unix socket of its own.

use std::sync::{Arc, Mutex};
use std::{env, fs, process};

use tokio::net::UnixListener;
use tokio_stream::wrappers::UnixListenerStream;
use tonic::transport::Server;
use tonic::{Streaming, async_trait};

use super::*;
use crate::v1::arena_service_server::{ArenaService, ArenaServiceServer};
use crate::v1::{EuchreCall, EuchreDue, EuchreView, PlayResponse};

/// Asks its turns one by one, and then ends with its goodbye, if it has one.
#[derive(Clone, Default)]
struct ScriptedArena {
    turns: Vec<Turn>,
    goodbye: Option<Goodbye>,
    heard: Arc<Mutex<Vec<Request>>>,
}

impl ScriptedArena {
    fn new(turns: Vec<Turn>, reason: Reason, text: &str) -> Self {
        let goodbye = Some(Goodbye {
            reason: reason.into(),
            text: text.into(),
            ..Default::default()
        });
        Self {
            turns,
            goodbye,
            ..Default::default()
        }
    }

    async fn converse(
        self,
        mut requests: Streaming<PlayRequest>,
        replies: mpsc::Sender<Result<PlayResponse, Status>>,
    ) {
        let turns = self.turns.into_iter().map(Response::Turn);
        let goodbye = self.goodbye.into_iter().map(Response::Goodbye);
        for message in turns.chain(goodbye) {
            let request = requests.message().await.unwrap().unwrap();
            self.heard.lock().unwrap().extend(request.message);
            let message = Some(message);
            replies.send(Ok(PlayResponse { message })).await.unwrap();
        }
    }
}

#[async_trait]
impl ArenaService for ScriptedArena {
    type PlayStream = ReceiverStream<Result<PlayResponse, Status>>;

    async fn play(
        &self,
        requests: tonic::Request<Streaming<PlayRequest>>,
    ) -> Result<tonic::Response<Self::PlayStream>, Status> {
        let (replies, outgoing) = mpsc::channel(1);
        tokio::spawn(self.clone().converse(requests.into_inner(), replies));
        Ok(tonic::Response::new(ReceiverStream::new(outgoing)))
    }
}

/// Lets the bot play with an arena, on a socket of that name; returns what the arena heard.
async fn play_with(arena: ScriptedArena, name: &str) -> Result<Vec<Request>, String> {
    let socket = env::temp_dir().join(format!("bot-{}-{name}.sock", process::id()));
    let heard = arena.heard.clone();
    let listener = UnixListenerStream::new(UnixListener::bind(&socket).unwrap());
    let server = Server::builder().add_service(ArenaServiceServer::new(arena));
    let serving = tokio::spawn(server.serve_with_incoming(listener));
    let ended = play(&format!("unix://{}", socket.display())).await;
    serving.abort();
    fs::remove_file(socket).unwrap();
    ended.map_err(|error| error.to_string())?;
    Ok(heard.lock().unwrap().clone())
}

fn decision(r#match: u32, view: View) -> Decision {
    Decision {
        r#match,
        view: Some(view),
        ..Default::default()
    }
}

#[tokio::test]
async fn it_says_what_it_plays_and_ends_at_goodbye() {
    let arena = ScriptedArena::new(vec![], Reason::Finished, "");

    let heard = play_with(arena, "hello").await.unwrap();

    let [Request::Hello(hello)] = heard.as_slice() else {
        panic!("heard {heard:?}, expected a hello");
    };
    assert_eq!(hello.protocol, "arena.v1");
    assert_eq!(hello.games, ["spades", "euchre"]);
    assert!(hello.tables() >= 32);
}

#[tokio::test]
async fn it_answers_all_decisions_of_a_turn_in_one_message() {
    let bid = SpadesView {
        legal_bids: vec![3, 4],
        ..Default::default()
    };
    let blind = SpadesView {
        asks_blind_nil: true,
        ..Default::default()
    };
    let call = EuchreView {
        due: EuchreDue::Call.into(),
        legal_calls: vec![EuchreCall::Pass.into()],
        ..Default::default()
    };
    let turn = Turn {
        number: 5,
        decisions: vec![
            decision(9, View::Euchre(call)),
            decision(7, View::Spades(bid)),
            decision(8, View::Spades(blind)),
        ],
        ..Default::default()
    };
    let arena = ScriptedArena::new(vec![turn], Reason::Finished, "");

    let heard = play_with(arena, "turn").await.unwrap();

    let [_, Request::Moves(moves)] = heard.as_slice() else {
        panic!("heard {heard:?}, expected a hello and moves");
    };
    assert_eq!(moves.turn, 5);
    let matches: Vec<u32> = moves.moves.iter().map(|each| each.r#match).collect();
    assert_eq!(matches, [9, 7, 8]);
    let answers: Vec<&Answer> = moves.moves.iter().flat_map(|each| &each.answer).collect();
    let [Answer::Euchre(_), Answer::Spades(_), Answer::Spades(blind)] = answers.as_slice() else {
        panic!("got {answers:?}, expected answers of the games that were asked");
    };
    assert_eq!(blind.answer, Some(spades_answer::Answer::BlindNil(false)));
}

#[tokio::test]
async fn it_says_why_the_conversation_ended() {
    let arena = ScriptedArena::new(vec![], Reason::Protocol, "moves before hello");

    let error = play_with(arena, "protocol").await.unwrap_err();

    assert!(error.contains("moves before hello"), "{error}");
}

#[tokio::test]
async fn it_says_that_there_was_no_goodbye() {
    let error = play_with(ScriptedArena::default(), "end")
        .await
        .unwrap_err();

    assert!(error.contains("without a goodbye"), "{error}");
}

#[tokio::test]
async fn it_says_that_there_is_no_arena() {
    let error = play("unix:///nowhere/bot.sock").await.unwrap_err();

    let error = error.to_string();
    assert!(error.contains("/nowhere/bot.sock"), "{error}");
    assert!(error.contains("No such file"), "{error}");
}
