//! The conversation with the arena, from hello to goodbye.

#[cfg(test)]
mod tests;

use std::error::Error;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tonic::transport::Endpoint;

use crate::choose::{choose, choose_in_euchre};
use crate::v1::arena_service_client::ArenaServiceClient;
use crate::v1::decision::View;
use crate::v1::goodbye::Reason;
use crate::v1::r#move::Answer;
use crate::v1::play_request::Message as Request;
use crate::v1::play_response::Message as Response;
use crate::v1::{Decision, Goodbye, Hello, Move, Moves, PlayRequest, Turn};
use crate::v1::{EuchreAnswer, SpadesAnswer, SpadesView, spades_answer};

/// How many matches are played at once: the more, the longer the batches.
const TABLES: u32 = 32;

/// Plays until the arena says goodbye; an error is a sentence on what went wrong.
pub async fn play(address: &str) -> Result<(), Box<dyn Error>> {
    let channel = Endpoint::from_shared(address.to_owned())?
        .connect()
        .await
        .map_err(|error| format!("no arena at {address}: {}", explained(&error)))?;
    let (requests, outgoing) = mpsc::channel(1);
    requests.send(request(hello())).await?;
    let mut incoming = ArenaServiceClient::new(channel)
        .play(ReceiverStream::new(outgoing))
        .await
        .map_err(gone)?
        .into_inner();
    while let Some(response) = incoming.message().await.map_err(gone)? {
        match response.message {
            Some(Response::Turn(turn)) => {
                // That the stream has ended is left to the next message to tell: it knows why.
                let _ = requests.send(request(moves(turn))).await;
            }
            Some(Response::Goodbye(goodbye)) => return fault(goodbye),
            Some(Response::Welcome(_)) | None => {}
        }
    }
    Err("the arena went away without a goodbye".into())
}

fn request(message: Request) -> PlayRequest {
    PlayRequest {
        message: Some(message),
    }
}

fn hello() -> Request {
    Request::Hello(Hello {
        protocol: "arena.v1".into(),
        games: vec!["spades".into(), "euchre".into()],
        tables: Some(TABLES),
        client: "rust".into(),
    })
}

/// Answers every decision of a turn in one message.
fn moves(turn: Turn) -> Request {
    Request::Moves(Moves {
        turn: turn.number,
        moves: turn.decisions.into_iter().map(answered).collect(),
    })
}

fn answered(decision: Decision) -> Move {
    if !decision.refusal.is_empty() {
        eprintln!("refused: {}", decision.refusal);
    }
    let answer = decision.view.map(|view| match view {
        View::Spades(view) => Answer::Spades(SpadesAnswer {
            answer: Some(in_spades(&view, decision.seed)),
        }),
        View::Euchre(view) => Answer::Euchre(EuchreAnswer {
            answer: Some(choose_in_euchre(&view, decision.seed)),
        }),
    });
    Move {
        r#match: decision.r#match,
        answer,
    }
}

/// Declines a nil that would be bid blind, and leaves all else to the strategy.
fn in_spades(view: &SpadesView, seed: u64) -> spades_answer::Answer {
    if view.asks_blind_nil {
        spades_answer::Answer::BlindNil(false)
    } else {
        choose(view, seed)
    }
}

/// Returns an error if the arena ended the conversation because of this bot.
fn fault(goodbye: Goodbye) -> Result<(), Box<dyn Error>> {
    match goodbye.reason() {
        Reason::Protocol | Reason::Timeout => {
            Err(format!("the arena ended the conversation: {}", goodbye.text).into())
        }
        _ => Ok(()),
    }
}

fn gone(status: Status) -> String {
    format!("the arena is gone: {}", status.message())
}

/// Returns what an error says, and what lies beneath it.
fn explained(error: &dyn Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", explained(cause)),
        None => error.to_string(),
    }
}
