//! Write a bot for the Lawspeaker referee: implement [`Bot`], call [`run`].
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use lawspeaker_bot::{Answer, Bot, BotError, Decision, Settings, run};
//!
//! /// Takes whatever is harmless.
//! struct Meek;
//!
//! impl Bot for Meek {
//!     fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
//!         Ok(decision.default())
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     run(Meek, Settings::default())
//! }
//! ```

mod async_bot;
mod backoff;
mod bot;
pub mod bots;
mod chance;
mod decision;
mod dial;
mod error;
mod games;
mod maps;
mod matches;
mod outcome;
mod running;
mod seat;
mod session;
mod settings;
mod stream;
mod tls;

/// The messages of the wire and of the games, as generated from `proto/`.
#[allow(missing_docs, clippy::all, clippy::pedantic)]
#[rustfmt::skip]
pub mod pb;

pub use async_bot::AsyncBot;
pub use backoff::Backoff;
pub use bot::Bot;
pub use chance::Chance;
pub use decision::{Answer, Decision};
pub use error::{BotError, Error};
pub use games::{GameOption, clansmen, northgard, pax_viking, unpack, unpack_options};
pub use matches::{Clock, Match};
pub use outcome::{Ending, Rejection};
pub use pb::lawspeaker::v1::AnswerOrigin;
pub use running::{play, play_async, run, run_async};
pub use settings::Settings;
pub use tls::Tls;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
