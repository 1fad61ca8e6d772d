//! A match the bot is seated in, and its clock.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use prost::{Message, Name};

use crate::error::Error;
use crate::games::unpack;
use crate::pb::lawspeaker::v1::{ClockSettings, GameSetup, MatchStarted};

/// The time limits of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Free for each decision; what exceeds it is taken from the bank. None for no limit.
    pub per_move: Option<Duration>,
    /// What each seat has in its bank when the match begins.
    pub bank: Duration,
    /// What is added to the bank after each of the seat's decisions.
    pub increment: Duration,
    /// Free for the seat's first decision, in place of `per_move`.
    pub first: Option<Duration>,
    /// Free for a reaction out of turn, in place of `per_move`.
    pub reaction: Option<Duration>,
    /// Within this all bots must have joined.
    pub connect: Duration,
    /// Where nothing else limits it, a lost connection must be back within this.
    pub reconnect: Duration,
    /// The most that is given back for the network's round trip, each decision.
    pub lag: Duration,
}

impl Clock {
    fn new(settings: &ClockSettings) -> Self {
        let per_move = settings.move_ms.map(milliseconds);
        Self {
            per_move,
            bank: milliseconds(settings.bank_ms),
            increment: milliseconds(settings.increment_ms),
            first: settings.first_move_ms.map(milliseconds).or(per_move),
            reaction: settings.reaction_ms.map(milliseconds).or(per_move),
            connect: milliseconds(settings.connect_ms),
            reconnect: milliseconds(settings.reconnect_ms),
            lag: milliseconds(settings.lag_compensation_ms),
        }
    }

    /// What a referee means that says nothing but the time of a move, 0 for no limit.
    fn of_move_time(move_time_ms: u32) -> Self {
        let per_move = (move_time_ms > 0).then(|| milliseconds(move_time_ms));
        Self { per_move, first: per_move, reaction: per_move, ..Self::default() }
    }
}

fn milliseconds(count: u32) -> Duration {
    Duration::from_millis(count.into())
}

/// One match the bot is seated in.
#[derive(Debug)]
pub struct Match {
    /// Names the match; the same after a lost connection.
    pub match_id: String,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// The game, its rules version and options.
    pub setup: GameSetup,
    /// The game's options, spelt as on the command line.
    pub options: BTreeMap<String, String>,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
    /// All time limits.
    pub clock: Clock,
    /// Whether it is a challenge of a ladder, which counts in no rating.
    pub unrated: bool,
    /// All of this as it came over the wire.
    pub message: MatchStarted,
    /// What names the bot's random numbers, besides match, seat and decision.
    pub bot_seed: String,
    catalogue: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Match {
    /// The match that this message begins; `bot_seed` is what stands in `LAWSPEAKER_BOT_SEED`.
    #[must_use]
    pub fn new(message: MatchStarted, bot_seed: &str) -> Self {
        let setup = message.setup.clone().unwrap_or_default();
        let options =
            setup.options.iter().map(|option| (option.name.clone(), option.value.clone()));
        let clock = message.clock.as_ref();
        Self {
            match_id: message.match_id.clone(),
            seat: message.seat as usize,
            options: options.collect(),
            setup,
            bots: message.bots.clone(),
            clock: clock.map_or_else(|| Clock::of_move_time(message.move_time_ms), Clock::new),
            unrated: message.unrated,
            message,
            bot_seed: bot_seed.to_owned(),
            catalogue: OnceLock::new(),
        }
    }

    /// The game's name, such as `northgard`.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.setup.game
    }

    /// The number of seats.
    #[must_use]
    pub fn players(&self) -> usize {
        self.setup.players as usize
    }

    /// What never changes in this game, such as cards: its `Catalogue` message, read once.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownMessage`] if it is another game's.
    pub fn catalogue<C: Message + Name + Default + 'static>(&self) -> Result<Arc<C>, Error> {
        if let Some(read) = self.catalogue.get()
            && let Ok(read) = Arc::clone(read).downcast()
        {
            return Ok(read);
        }
        let read = Arc::new(unpack::<C>(self.message.catalogue.as_ref())?);
        let _ = self.catalogue.set(read.clone()); // another thread may have been faster
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{clansmen, northgard};

    #[test]
    fn limits_that_are_not_set_are_those_of_every_move() {
        let settings = ClockSettings { move_ms: Some(1500), bank_ms: 250, ..Default::default() };
        let message = MatchStarted { clock: Some(settings), ..Default::default() };
        let clock = Match::new(message, "0").clock;
        assert_eq!(clock.per_move, Some(Duration::from_millis(1500)));
        assert_eq!((clock.first, clock.reaction), (clock.per_move, clock.per_move));
        assert_eq!(clock.bank, Duration::from_millis(250));
    }

    #[test]
    fn a_limit_of_its_own_stands_even_where_moves_have_none() {
        let settings = ClockSettings { first_move_ms: Some(10), ..Default::default() };
        let message = MatchStarted { clock: Some(settings), ..Default::default() };
        let clock = Match::new(message, "0").clock;
        assert_eq!((clock.per_move, clock.reaction), (None, None));
        assert_eq!(clock.first, Some(Duration::from_millis(10)));
    }

    #[test]
    fn a_referee_without_a_clock_says_the_time_of_a_move() {
        let message = MatchStarted { move_time_ms: 2000, ..Default::default() };
        assert_eq!(Match::new(message, "0").clock.reaction, Some(Duration::from_secs(2)));
        assert_eq!(Match::new(MatchStarted::default(), "0").clock, Clock::default());
    }

    #[test]
    fn the_catalogue_is_read_once() {
        let catalogue = prost_types::Any::from_msg(&northgard::Catalogue::default()).unwrap();
        let seated =
            Match::new(MatchStarted { catalogue: Some(catalogue), ..Default::default() }, "0");
        let first = seated.catalogue::<northgard::Catalogue>().unwrap();
        assert!(Arc::ptr_eq(&first, &seated.catalogue().unwrap()));
        assert!(seated.catalogue::<clansmen::Catalogue>().is_err());
    }
}
