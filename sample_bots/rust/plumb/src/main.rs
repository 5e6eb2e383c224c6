//! Plays cards in the arena that starts it. The strategy is in `choose`, the rest talks.

mod arena;
mod choose;

/// The protocol, as `build.rs` makes it of `proto/`, which explains every field.
#[allow(clippy::enum_variant_names)] // a `Card` is named `Card2c`, since no name starts with 2
mod v1 {
    tonic::include_proto!("arena.v1");
}

use std::env;
use std::error::Error;
use std::process::ExitCode;

use tokio::runtime::Builder;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let address = env::var("ARENA_SOCKET")
        .map_err(|_| "ARENA_SOCKET is not set: let the arena start this bot, with `arena play`")?;
    // One thread is enough: there is one stream, and one turn at a time.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(arena::play(&address))
}
