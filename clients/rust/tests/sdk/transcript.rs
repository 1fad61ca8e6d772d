//! Plays a transcript: the referee's part of a recorded stream, against a bot of this SDK.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use lawspeaker_bot::pb::lawspeaker::v1::play_request::Message as FromBot;
use lawspeaker_bot::pb::lawspeaker::v1::play_response::Message as FromReferee;
use lawspeaker_bot::pb::lawspeaker::v1::transcript_entry::Entry;
use lawspeaker_bot::pb::lawspeaker::v1::{
    DecisionRequest, Hello, PlayRequest, PlayResponse, RunEnding, RunEnds, TranscriptEntry,
};
use lawspeaker_bot::{Backoff, Error, Settings, play};
use prost::Message;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tonic::{Code, Status};

use crate::described::{Counts, Described};
use crate::referee::{Call, PATIENCE, Referee};

/// Plays a file with the bot that its header describes, changed as a test may want; what differed.
pub async fn play_file(path: &Path, change: fn(&mut Described)) -> Result<(), String> {
    let mut entries = read(path).into_iter();
    let Some(Entry::Header(header)) = entries.next() else {
        return Err("no header".into());
    };
    let entries: Vec<Entry> = entries.collect();
    let counts = Arc::new(Counts::default());
    let mut bot = Described {
        games: header.games.iter().map(|game| &*game.clone().leak()).collect(),
        challengers: first_hello(&entries).map_or(Vec::new(), |hello| {
            hello.challengers.iter().map(|name| &*name.clone().leak()).collect()
        }),
        text: first_hello(&entries).is_some_and(|hello| hello.text),
        positions: first_hello(&entries).is_some_and(|hello| hello.positions),
        counts: counts.clone(),
        header,
    };
    change(&mut bot);
    let referee = Referee::begin().await;
    let settings = Settings {
        address: Some(referee.address.clone()),
        token: Some("token".into()),
        reconnect_within: Some(PATIENCE),
        bot_seed: Some(bot.header.seed.clone()),
        backoff: Backoff {
            first: Duration::from_millis(2),
            longest: Duration::from_millis(10),
            ..Backoff::default()
        },
        ..Settings::default()
    };
    let run = tokio::spawn(play(bot, settings));
    let mut player = Player { referee, call: None, open: Vec::new(), heard: VecDeque::new() };
    player.play(entries, run, &counts).await
}

/// The first message of the bot, if it is a Hello.
fn first_hello(entries: &[Entry]) -> Option<Hello> {
    let first = entries.iter().find_map(|entry| match entry {
        Entry::FromBot(bytes) => Some(request(bytes)),
        _ => None,
    });
    match first {
        Some(FromBot::Hello(hello)) => Some(hello),
        _ => None,
    }
}

fn read(path: &Path) -> Vec<Entry> {
    let data = std::fs::read(path).expect("a transcript");
    let mut rest = data.as_slice();
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let entry = TranscriptEntry::decode_length_delimited(&mut rest).expect("an entry");
        entries.push(entry.entry.expect("an entry that is known"));
    }
    entries
}

/// What the referee says in a file.
pub fn said(path: &Path) -> impl Iterator<Item = FromReferee> {
    read(path).into_iter().filter_map(|entry| match entry {
        Entry::FromReferee(bytes) => PlayResponse::decode(&*bytes).expect("a PlayResponse").message,
        _ => None,
    })
}

/// What the referee asks in a file.
pub fn requests(path: &Path) -> Vec<DecisionRequest> {
    let asked = said(path).filter_map(|message| match message {
        FromReferee::DecisionRequest(request) => Some(request),
        _ => None,
    });
    asked.collect()
}

fn request(bytes: &[u8]) -> FromBot {
    PlayRequest::decode(bytes).ok().and_then(|request| request.message).expect("a PlayRequest")
}

/// The server's side of a transcript.
struct Player {
    referee: Referee,
    call: Option<Call>,
    /// Decisions of this stream that have no answer in it, yet.
    open: Vec<(String, u64)>,
    /// What came with what was looked at.
    heard: VecDeque<FromBot>,
}

impl Player {
    async fn play(
        &mut self,
        entries: Vec<Entry>,
        mut run: JoinHandle<Result<(), Error>>,
        counts: &Counts,
    ) -> Result<(), String> {
        let mut entries = entries.into_iter().enumerate().peekable();
        while let Some((number, entry)) = entries.next() {
            let at = |what: String| format!("entry {}: {what}", number + 1);
            match entry {
                Entry::Header(_) => return Err(at("a second header".into())),
                Entry::BotDials(_) => self.dialled(&mut run).await.map_err(at)?,
                Entry::FromReferee(bytes) => self.say(bytes).map_err(at)?,
                Entry::FromBot(bytes) => {
                    let mut expected = answers_alone(request(&bytes));
                    while let Some((_, Entry::FromBot(bytes))) =
                        entries.next_if(|(_, entry)| matches!(entry, Entry::FromBot(_)))
                    {
                        expected.extend(answers_alone(request(&bytes)));
                    }
                    self.hear(expected).await.map_err(at)?;
                }
                Entry::StreamEnds(ends) => {
                    let code = Code::from_i32(ends.status.cast_signed());
                    self.end(Status::new(code, ends.message)).await.map_err(at)?;
                }
                Entry::RunEnds(expected) => {
                    let ended = timeout(PATIENCE, &mut run).await;
                    let ended = ended.map_err(|_| at("the run goes on".into()))?;
                    let ended = ended.map_err(|error| at(error.to_string()))?;
                    return self.compare(expected, ended, counts).await.map_err(at);
                }
            }
        }
        Err("no end".into())
    }

    /// Waits for a call; a run that ends instead says why.
    async fn dialled(&mut self, run: &mut JoinHandle<Result<(), Error>>) -> Result<(), String> {
        tokio::select! {
            call = self.referee.call() => self.call = Some(call),
            ended = run => return Err(format!("the bot did not dial but ended: {ended:?}")),
        }
        self.open.clear();
        Ok(())
    }

    fn say(&mut self, bytes: Vec<u8>) -> Result<(), String> {
        let response = PlayResponse::decode(bytes.as_slice());
        let response = response.map_err(|error| format!("it cannot be read: {error}"))?;
        for response in alone(response) {
            if let Some(FromReferee::DecisionRequest(asked)) = response.message {
                self.open.push((asked.match_id, asked.decision_id));
            }
        }
        self.call.as_ref().ok_or("no stream is open")?.say_bytes(bytes);
        Ok(())
    }

    async fn hear(&mut self, mut expected: Vec<FromBot>) -> Result<(), String> {
        let call = self.call.as_mut().ok_or("no stream is open")?;
        while !expected.is_empty() {
            if self.heard.is_empty() {
                let heard = call.hear().await;
                self.heard.extend(heard.map(answers_alone).unwrap_or_default());
            }
            let Some(heard) = self.heard.pop_front() else {
                return Err(format!("the bot went away instead of saying {expected:?}"));
            };
            let place = expected.iter().position(|wanted| bare(wanted) == bare(&heard));
            let place = place.ok_or_else(|| format!("expected {expected:?}, heard {heard:?}"))?;
            expected.swap_remove(place);
            self.open.retain(|asked| !answers(&heard, asked));
        }
        Ok(())
    }

    async fn end(&mut self, status: Status) -> Result<(), String> {
        if self.referee.is_called() {
            return Err("the bot dialled while its stream was open".into());
        }
        let call = self.call.take().ok_or("no stream is open")?;
        let crossed = call.end(status).await.into_iter().flat_map(answers_alone);
        for heard in std::mem::take(&mut self.heard).into_iter().chain(crossed) {
            if !self.open.iter().any(|asked| answers(&heard, asked)) {
                return Err(format!("the bot said too much: {heard:?}"));
            }
        }
        Ok(())
    }

    async fn compare(
        &mut self,
        expected: RunEnds,
        ended: Result<(), Error>,
        counts: &Counts,
    ) -> Result<(), String> {
        let ending = match &ended {
            Ok(()) => RunEnding::Done,
            Err(Error::Refused(_)) => RunEnding::Refused,
            Err(Error::ConnectionLost(_)) => RunEnding::Lost,
            Err(error) => return Err(format!("the run ended with: {error}")),
        };
        if ending != expected.ending() {
            return Err(format!("the run ended as {ending:?}: {ended:?}"));
        }
        if self.referee.is_called() {
            return Err("the bot dialled once more".into());
        }
        // A run that fails does not wait for what its matches still have to be told.
        let until = Instant::now() + Duration::from_secs(2);
        while found(ending, counts) != expected && Instant::now() < until {
            sleep(Duration::from_millis(1)).await;
        }
        let found = found(ending, counts);
        if found == expected {
            Ok(())
        } else {
            Err(format!("expected {expected:?}, found {found:?}"))
        }
    }
}

fn found(ending: RunEnding, counts: &Counts) -> RunEnds {
    RunEnds {
        ending: ending.into(),
        decisions: counts.decisions.load(Ordering::Relaxed),
        matches_over: counts.matches_over.load(Ordering::Relaxed),
        rejections: counts.rejections.load(Ordering::Relaxed),
        resumed: counts.resumed.load(Ordering::Relaxed),
    }
}

/// Each of the messages of a batch, or the message itself.
fn alone(response: PlayResponse) -> Vec<PlayResponse> {
    match response.message {
        Some(FromReferee::Batch(batch)) => batch.responses,
        _ => vec![response],
    }
}

/// Each of the answers of a batch as a message, or the message itself.
fn answers_alone(message: FromBot) -> Vec<FromBot> {
    match message {
        FromBot::AnswerBatch(batch) => batch.answers.into_iter().map(FromBot::Answer).collect(),
        message => vec![message],
    }
}

fn answers(message: &FromBot, (match_id, decision_id): &(String, u64)) -> bool {
    matches!(message, FromBot::Answer(answer)
        if answer.match_id == *match_id && answer.decision_id == *decision_id)
}

/// A message without what is the bot's own business.
fn bare(message: &FromBot) -> FromBot {
    match message.clone() {
        FromBot::Hello(mut hello) => {
            hello.token.clear();
            hello.sdk.clear();
            hello.batches = false;
            FromBot::Hello(hello)
        }
        FromBot::Answer(mut answer) => {
            answer.annotation.clear();
            FromBot::Answer(answer)
        }
        batch @ FromBot::AnswerBatch(_) => batch,
    }
}
