//! Plays any game, blind.

use std::process::ExitCode;

use lawspeaker_bot::bots::RandomBot;
use lawspeaker_bot::{Settings, run};

fn main() -> ExitCode {
    run(RandomBot, Settings::default())
}
