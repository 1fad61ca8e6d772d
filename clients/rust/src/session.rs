//! A bot's session with its referee: its matches, over as many streams as it takes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tonic::transport::Channel;

use crate::backoff::Patience;
use crate::bot::Bot;
use crate::dial::Dialer;
use crate::error::Error;
use crate::matches::Match;
use crate::pb::lawspeaker::v1::play_response::Message;
use crate::pb::lawspeaker::v1::{Goodbye, GoodbyeReason, Hello, MatchStarted};
use crate::seat::{Failure, Seat};
use crate::stream::{Stream, Unwelcome, chain};

const PROTOCOL: u32 = 1;
const SDK: &str = concat!("rust/", env!("CARGO_PKG_VERSION"));
/// One try to connect again may take this.
const TRY_WITHIN: Duration = Duration::from_secs(5);

/// Introduces the bot, hands messages to its matches, and comes back when the connection is lost.
pub(crate) struct Session {
    pub bot: Arc<dyn Bot>,
    pub dialer: Dialer,
    pub token: String,
    pub bot_seed: String,
    pub patience: Patience,
    /// The first Welcome may take this.
    pub welcome_within: Duration,
    /// Where seats tell that their bot has failed.
    pub failures: UnboundedSender<Failure>,
    /// In the order in which they were taken.
    pub seats: Vec<Seat>,
}

/// What one stream has said so far.
#[derive(Default)]
struct Heard {
    goodbye: Option<Goodbye>,
    /// Whether it has brought anything that the one before had not.
    progress: bool,
}

impl Session {
    /// Plays until the referee says goodbye, first on this channel.
    pub async fn play(mut self, channel: Channel) -> Result<(), Error> {
        let within = self.welcome_within;
        let mut stream = match timeout(within, Stream::open(channel, self.hello())).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(Unwelcome::Broken(details))) => return Err(self.dialer.broken(details)),
            Ok(Err(unwelcome)) => return Err(unwelcome.into()),
            Err(_) => return Err(Error::ConnectionLost(late(within))),
        };
        let mut give_up_at = None;
        while let Some(loss) = self.listen(stream, give_up_at).await? {
            stream = self.come_back(&loss).await?;
            give_up_at = Some(Instant::now() + self.patience.within);
        }
        for seat in self.seats.into_iter().filter(|seat| seat.away) {
            seat.lost("the connection was lost, and the match did not come back".into());
        }
        Ok(())
    }

    fn hello(&self) -> Hello {
        let bot = &self.bot;
        Hello {
            protocol: PROTOCOL,
            token: self.token.clone(),
            bot: bot.name().to_owned(),
            version: bot.version().to_owned(),
            sdk: SDK.to_owned(),
            games: bot.games().iter().map(|game| (*game).to_owned()).collect(),
            max_matches: bot.max_matches(),
            challengers: bot.challengers().iter().map(|name| (*name).to_owned()).collect(),
            text: bot.text(),
            positions: bot.positions(),
            batches: true,
            ..Default::default()
        }
    }

    // --- streams ---

    /// Plays until the stream is over; the text says why it is to be taken up again.
    async fn listen(
        &mut self,
        mut stream: Stream,
        give_up_at: Option<Instant>,
    ) -> Result<Option<String>, Error> {
        let mut heard = Heard::default();
        match self.hear_out(&mut stream, &mut heard, give_up_at).await {
            Err(Error::ConnectionLost(loss)) if !self.patience.within.is_zero() => {
                self.patience.lost(Instant::now(), stream.held(), heard.progress);
                Ok(Some(loss))
            }
            ended => ended.map(|()| None),
        }
    }

    /// Works off what comes, and gives up at that moment the matches that have not come back.
    async fn hear_out(
        &mut self,
        stream: &mut Stream,
        heard: &mut Heard,
        mut give_up_at: Option<Instant>,
    ) -> Result<(), Error> {
        loop {
            let due = async {
                match give_up_at {
                    Some(moment) => sleep_until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                came = stream.read() => match came {
                    Ok(Some(response)) => {
                        if let Some(message) = response.message {
                            self.dispatch(message, stream, heard)?;
                        }
                    }
                    Ok(None) => return self.check_goodbye(heard.goodbye.as_ref()),
                    // After a goodbye it does not matter how the stream ends: an answer may have
                    // crossed it.
                    Err(Error::ConnectionLost(_)) if heard.goodbye.is_some() => {
                        return self.check_goodbye(heard.goodbye.as_ref());
                    }
                    Err(error) => return Err(error),
                },
                () = due => {
                    give_up_at = None;
                    self.give_up_matches();
                }
            }
        }
    }

    /// A new stream in place of the lost one.
    async fn come_back(&mut self, loss: &str) -> Result<Stream, Error> {
        let (lost_at, within) = (Instant::now(), self.patience.within.as_secs_f64());
        log::warn!("{loss}; trying again for up to {within} s");
        for seat in &mut self.seats {
            seat.away = true;
        }
        let mut last = String::new();
        while let Some(pause) = self.patience.pause(Instant::now()) {
            sleep(pause).await;
            match timeout(TRY_WITHIN, self.redial()).await {
                Ok(Ok(stream)) => {
                    log::warn!("connected again after {:.1} s", lost_at.elapsed().as_secs_f64());
                    return Ok(stream);
                }
                Ok(Err(
                    Unwelcome::NoPlace(text)
                    | Unwelcome::Broken(text)
                    | Unwelcome::Failed(Error::ConnectionLost(text)),
                )) => last = text,
                Ok(Err(Unwelcome::Failed(error))) => return Err(error),
                Err(_) => last = late(TRY_WITHIN),
            }
        }
        let last = if last.is_empty() { last } else { format!(": {last}") };
        Err(Error::ConnectionLost(format!("{loss}; it did not come back within {within} s{last}")))
    }

    async fn redial(&self) -> Result<Stream, Unwelcome> {
        let channel =
            self.dialer.connect().await.map_err(|error| Unwelcome::Broken(chain(&error)))?;
        Stream::open(channel, self.hello()).await
    }

    /// Whether the stream ended as it should.
    fn check_goodbye(&self, goodbye: Option<&Goodbye>) -> Result<(), Error> {
        let Some(goodbye) = goodbye else {
            return Err(Error::ConnectionLost(
                "the referee closed the stream without a goodbye".into(),
            ));
        };
        let unfinished = self.seats.len();
        match GoodbyeReason::try_from(goodbye.reason) {
            Ok(GoodbyeReason::Draining) if unfinished > 0 && !self.patience.within.is_zero() => {
                Err(Error::ConnectionLost(format!(
                    "the referee said goodbye with {unfinished} of the bot's matches unfinished: {}",
                    goodbye.message
                )))
            }
            Ok(GoodbyeReason::Unspecified | GoodbyeReason::Draining | GoodbyeReason::Done) => {
                Ok(())
            }
            // Every other one blames the bot, those of later versions too.
            _ => Err(Error::Refused(format!("the referee ended the stream: {}", goodbye.message))),
        }
    }

    // --- matches ---

    /// Hands a message to its match.
    fn dispatch(
        &mut self,
        message: Message,
        stream: &Stream,
        heard: &mut Heard,
    ) -> Result<(), Error> {
        match message {
            // A batch within a batch is unknown, as a later version's message.
            Message::Welcome(_) | Message::Batch(_) => {}
            Message::Goodbye(goodbye) => heard.goodbye = Some(goodbye),
            Message::MatchStarted(started) => heard.progress |= self.match_started(started)?,
            Message::DecisionRequest(request) => {
                if let Some(place) = self.place(&request.match_id) {
                    heard.progress |= self.seats[place].asked(request, stream.outbox());
                }
            }
            Message::AnswerRejected(rejected) => {
                if let Some(place) = self.place(&rejected.match_id) {
                    self.seats[place].rejected(rejected, stream.outbox());
                }
            }
            Message::MatchOver(over) => {
                if let Some(place) = self.place(&over.match_id) {
                    heard.progress = true;
                    self.seats.remove(place).over(over);
                }
            }
        }
        Ok(())
    }

    fn place(&self, match_id: &str) -> Option<usize> {
        self.seats.iter().position(|seat| seat.seated.match_id == match_id)
    }

    /// Takes a seat, or the old one again; whether it is a new one.
    fn match_started(&mut self, started: MatchStarted) -> Result<bool, Error> {
        if let Some(place) = self.place(&started.match_id) {
            if is_same(&started, &self.seats[place].seated.message) {
                self.seats[place].resumed();
                return Ok(false);
            }
            let seat = self.seats.remove(place);
            give_up(seat, "the referee has begun another match under the same name".into());
        }
        self.make_room();
        let seated = Arc::new(Match::new(started, &self.bot_seed));
        self.seats.push(Seat::take(seated, self.bot.clone(), self.failures.clone())?);
        Ok(true)
    }

    /// Gives up matches that have not come back, as far as the bot plays more than it said without
    /// them: the referee never seats a bot in more, so they must be over.
    fn make_room(&mut self) {
        let most = self.bot.max_matches().max(1) as usize;
        while self.seats.len() >= most {
            let Some(place) = self.seats.iter().position(|seat| seat.away) else {
                return;
            };
            let seat = self.seats.remove(place);
            give_up(seat, "the connection was lost, and the match ended meanwhile".into());
        }
    }

    /// Ends the matches that have not come back.
    fn give_up_matches(&mut self) {
        let within = self.patience.within.as_secs_f64();
        for seat in self.seats.extract_if(.., |seat| seat.away) {
            let why = "the connection was lost, and the match did not come back within";
            give_up(seat, format!("{why} {within} s"));
        }
    }
}

fn give_up(seat: Seat, why: String) {
    log::warn!("{}: {why}", seat.seated.match_id);
    seat.lost(why);
}

/// Whether it is the match itself that goes on: a referee that lost its records may use its name
/// once more.
fn is_same(one: &MatchStarted, other: &MatchStarted) -> bool {
    (one.seat, &one.seed_commitment, &one.setup)
        == (other.seat, &other.seed_commitment, &other.setup)
}

fn late(within: Duration) -> String {
    format!("no answer within {} s", within.as_secs_f64())
}
