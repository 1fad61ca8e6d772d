//! Plays Northgard by rules of thumb, and any other game by its defaults.

use std::process::ExitCode;

use lawspeaker_bot::bots::GreedyBot;
use lawspeaker_bot::{Settings, run};

fn main() -> ExitCode {
    run(GreedyBot, Settings::default())
}
