//! Bots that await.

use lawspeaker_bot::{Answer, AsyncBot, BotError, Decision, play_async};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tonic::Status;

use crate::bots::{answer, goodbye, over, question, settings, started};
use crate::referee::Referee;

/// Awaits its pick from elsewhere in one match, and takes defaults in others.
struct Asking(Mutex<UnboundedReceiver<usize>>);

impl AsyncBot for Asking {
    async fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        if decision.match_id() != "slow" {
            return Ok(decision.default());
        }
        let pick = self.0.lock().await.recv().await.ok_or("nobody picks")?;
        Ok(Answer::take([pick]))
    }

    fn max_matches(&self) -> u32 {
        2
    }
}

#[tokio::test]
async fn a_decision_that_is_awaited_does_not_hold_up_another_match() {
    let mut referee = Referee::begin().await;
    let (pick, picks) = unbounded_channel();
    let run = tokio::spawn(play_async(Asking(Mutex::new(picks)), settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    for message in [started("slow"), started("fast"), question("slow", 1), question("fast", 1)] {
        call.say(message);
    }
    assert_eq!(answer(call.hear().await), ("fast".into(), 1, vec![0]));
    pick.send(2).unwrap();
    assert_eq!(answer(call.hear().await), ("slow".into(), 1, vec![2]));
    for message in [over("slow"), over("fast"), goodbye()] {
        call.say(message);
    }
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
}

#[tokio::test]
async fn what_an_awaited_decision_fails_at_ends_the_run() {
    let mut referee = Referee::begin().await;
    let (_, picks) = unbounded_channel();
    let run = tokio::spawn(play_async(Asking(Mutex::new(picks)), settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("slow"));
    call.say(question("slow", 1));
    let told = run.await.unwrap().unwrap_err().to_string();
    assert!(told.contains("turn.action, decision 1 of slow"), "{told}");
}
