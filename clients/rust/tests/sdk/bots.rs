//! Bots, settings and messages for tests.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use lawspeaker_bot::pb::lawspeaker::v1::play_request::Message as FromBot;
use lawspeaker_bot::pb::lawspeaker::v1::play_response::Message as FromReferee;
use lawspeaker_bot::pb::lawspeaker::v1::{
    DecisionRequest, Goodbye, GoodbyeReason, MatchOver, MatchStarted, Outcome,
};
use lawspeaker_bot::{Answer, Backoff, Bot, BotError, Decision, Ending, Settings};

use crate::referee::Referee;

/// Decides as the function says, and tells how matches ended.
pub struct Scripted<F> {
    decide: F,
    endings: Sender<Ending>,
    max_matches: u32,
}

impl<F> Bot for Scripted<F>
where
    F: Fn(&Decision) -> Result<Answer, BotError> + Send + Sync + 'static,
{
    fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        (self.decide)(decision)
    }

    fn max_matches(&self) -> u32 {
        self.max_matches
    }

    fn over(&self, ending: &Ending) -> Result<(), BotError> {
        Ok(self.endings.send(ending.clone())?)
    }
}

/// A bot for so many matches that decides like that, and how its matches end.
pub fn scripted<F>(max_matches: u32, decide: F) -> (Scripted<F>, Receiver<Ending>)
where
    F: Fn(&Decision) -> Result<Answer, BotError> + Send + Sync + 'static,
{
    let (endings, told) = channel();
    (Scripted { decide, endings, max_matches }, told)
}

/// Takes every default.
#[expect(clippy::unnecessary_wraps, reason = "it stands where decide does")]
pub fn meek(decision: &Decision) -> Result<Answer, BotError> {
    Ok(decision.default())
}

/// Settings for that referee, with short pauses.
pub fn settings(referee: &Referee) -> Settings {
    Settings {
        address: Some(referee.address.clone()),
        token: Some("token".into()),
        reconnect_within: Some(Duration::from_secs(20)),
        backoff: Backoff {
            first: Duration::from_millis(2),
            longest: Duration::from_millis(10),
            ..Backoff::default()
        },
        ..Settings::default()
    }
}

pub fn started(match_id: &str) -> FromReferee {
    FromReferee::MatchStarted(MatchStarted { match_id: match_id.into(), ..Default::default() })
}

/// A question with three options, of which the first is the default.
pub fn question(match_id: &str, decision_id: u64) -> FromReferee {
    FromReferee::DecisionRequest(DecisionRequest {
        match_id: match_id.into(),
        decision_id,
        prompt: "turn.action".into(),
        least: 1,
        most: 1,
        option_count: 3,
        default_picks: vec![0],
        ..Default::default()
    })
}

pub fn over(match_id: &str) -> FromReferee {
    let outcome = Some(Outcome { ranks: vec![1], ..Default::default() });
    FromReferee::MatchOver(MatchOver { match_id: match_id.into(), outcome, ..Default::default() })
}

pub fn goodbye() -> FromReferee {
    FromReferee::Goodbye(Goodbye { reason: GoodbyeReason::Done.into(), ..Default::default() })
}

/// Match, decision and picks of an answer.
pub fn answer(message: Option<FromBot>) -> (String, u64, Vec<u32>) {
    match message {
        Some(FromBot::Answer(answer)) => (answer.match_id, answer.decision_id, answer.picks),
        other => panic!("expected an answer, heard {other:?}"),
    }
}
