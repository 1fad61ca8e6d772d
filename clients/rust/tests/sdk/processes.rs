//! The bots as processes, as a referee or a shell starts them.

use std::process::Stdio;

use tokio::process::{Child, Command};
use tokio::time::timeout;
use tonic::Status;

use crate::bots::{answer, goodbye, over, question, started};
use crate::referee::{PATIENCE, Referee};

const RANDOM: &str = env!("CARGO_BIN_EXE_random");
const GREEDY: &str = env!("CARGO_BIN_EXE_greedy");

fn bot(program: &str, variables: &[(&str, &str)]) -> Child {
    let mut command = Command::new(program);
    command.env_clear().envs(variables.iter().copied()).kill_on_drop(true);
    command.stderr(Stdio::piped()).spawn().expect("the bot starts")
}

/// Its exit code, and what it wrote to stderr.
async fn ended(bot: Child) -> (Option<i32>, String) {
    let output = timeout(PATIENCE, bot.wait_with_output()).await.expect("it ends").expect("output");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[tokio::test]
async fn without_an_address_a_bot_says_in_one_line_what_it_misses() {
    for program in [RANDOM, GREEDY] {
        let (code, told) = ended(bot(program, &[])).await;
        assert_eq!(code, Some(1));
        assert!(told.contains("LAWSPEAKER_ADDRESS"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[tokio::test]
async fn the_environment_says_where_the_referee_is() {
    for program in [RANDOM, GREEDY] {
        let mut referee = Referee::begin().await;
        let bot = bot(program, &[("LAWSPEAKER_ADDRESS", &referee.address)]);
        let mut call = referee.call().await;
        call.welcome().await;
        call.say(started("m"));
        call.say(question("m", 1));
        answer(call.hear().await);
        call.say(over("m"));
        call.say(goodbye());
        call.end(Status::ok("")).await;
        assert_eq!(ended(bot).await, (Some(0), String::new()));
    }
}

#[tokio::test]
async fn a_line_of_the_log_begins_as_one_of_an_error_does() {
    let mut referee = Referee::begin().await;
    let bot = bot(RANDOM, &[("LAWSPEAKER_ADDRESS", &referee.address)]);
    let mut call = referee.call().await;
    call.welcome().await;
    call.end(Status::unavailable("gone")).await;
    let call = referee.call().await;
    call.end(Status::unauthenticated("who is it?")).await;
    let (code, told) = ended(bot).await;
    assert_eq!(code, Some(1));
    let lines: Vec<_> = told.lines().collect();
    assert!(
        lines.len() == 2 && lines.iter().all(|line| line.starts_with("lawspeaker-bot: the ")),
        "{told}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_ends_a_bot_with_its_code() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut referee = Referee::begin().await;
        let bot = bot(RANDOM, &[("LAWSPEAKER_ADDRESS", &referee.address)]);
        let mut call = referee.call().await;
        call.welcome().await;
        let id = bot.id().expect("it runs").to_string();
        let sent = Command::new("kill").args([signal, &id]).status().await.expect("kill");
        assert!(sent.success());
        assert_eq!(ended(bot).await, (Some(code), String::new()));
    }
}
