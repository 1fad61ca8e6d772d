//! Plays Northgard by a few rules of thumb, which are to be read and changed.

use std::process::ExitCode;

use lawspeaker_bot::bots::ExampleBot;
use lawspeaker_bot::{Settings, run};

fn main() -> ExitCode {
    run(ExampleBot, Settings::default())
}
