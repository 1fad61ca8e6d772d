//! The bots as processes, as a referee or a shell starts them.

use std::process::Stdio;

use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tonic::Status;

use crate::bots::{answer, goodbye, over, question, started};
use crate::referee::{PATIENCE, Referee};

const RANDOM: &str = env!("CARGO_BIN_EXE_random");
const EXAMPLE: &str = env!("CARGO_BIN_EXE_example");

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

/// The next line that it writes to stderr.
async fn line(bot: &mut Child) -> String {
    let stderr = bot.stderr.as_mut().expect("a pipe");
    let mut line = String::new();
    while !line.ends_with('\n') {
        let byte = timeout(PATIENCE, stderr.read_u8()).await.expect("it says nothing");
        line.push(byte.expect("it has not ended").into());
    }
    line
}

#[tokio::test]
async fn without_an_address_a_bot_says_in_one_line_what_it_misses() {
    for program in [RANDOM, EXAMPLE] {
        let (code, told) = ended(bot(program, &[])).await;
        assert_eq!(code, Some(1));
        assert!(told.contains("LAWSPEAKER_ADDRESS"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[tokio::test]
async fn the_environment_says_where_the_referee_is() {
    let mut referee = Referee::begin().await;
    let bot = bot(RANDOM, &[("LAWSPEAKER_ADDRESS", &referee.address)]);
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
async fn a_referee_that_is_not_there_yet_is_dialled_and_the_wait_is_told() {
    let path = std::env::temp_dir().join(format!("lawspeaker-late-{}", std::process::id()));
    let address = format!("unix:{}", path.display());
    let mut bot = bot(RANDOM, &[("LAWSPEAKER_ADDRESS", &address)]);
    assert_eq!(
        line(&mut bot).await,
        format!("lawspeaker-bot: no referee answers at {address} yet; trying for up to 30 s\n")
    );
    let mut referee = Referee::begin_at(&path);
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(goodbye());
    call.end(Status::ok("")).await;
    assert_eq!(ended(bot).await, (Some(0), String::new()));
    std::fs::remove_file(path).expect("the socket file");
}

/// The variables that name a proxy, which nothing of this SDK reads.
fn proxied(proxy: &std::net::TcpListener) -> Vec<(String, String)> {
    let url = format!("http://{}", proxy.local_addr().expect("an address"));
    let names = ["http_proxy", "https_proxy", "grpc_proxy", "all_proxy"];
    let spelled = names.iter().flat_map(|name| [(*name).to_owned(), name.to_uppercase()]);
    spelled.map(|name| (name, url.clone())).collect()
}

#[tokio::test]
async fn no_proxy_of_the_environment_is_used() {
    let proxy = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    proxy.set_nonblocking(true).expect("a setting of sockets");
    let variables = proxied(&proxy);
    let start = |address: &str| {
        let named = variables.iter().map(|(name, url)| (name.as_str(), url.as_str()));
        bot(RANDOM, &named.chain([("LAWSPEAKER_ADDRESS", address)]).collect::<Vec<_>>())
    };
    let mut referee = Referee::begin().await;
    let here = start(&referee.address);
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(goodbye());
    call.end(Status::ok("")).await;
    assert_eq!(ended(here).await, (Some(0), String::new()));

    let mut elsewhere = start("referee.invalid:50051");
    let told = line(&mut elsewhere).await;
    assert!(told.contains("no referee answers at referee.invalid:50051 yet"), "{told}");
    elsewhere.kill().await.expect("it runs");
    let asked = proxy.accept().expect_err("nobody asks the proxy");
    assert_eq!(asked.kind(), std::io::ErrorKind::WouldBlock);
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
