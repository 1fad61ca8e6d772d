//! A question put to the bot, and its answer.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prost::{Message, Name};

use crate::chance::Chance;
use crate::error::Error;
use crate::games::{GameOption, unpack, unpack_options};
use crate::matches::Match;
use crate::pb::lawspeaker::v1::{Act, AnswerOrigin, DecisionRequest, DecisionText};

/// The longest remark that a record keeps. A longer one could exceed a message.
const ANNOTATION_BYTES: usize = 4096;

/// What the bot takes, and what is kept of it in the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Indices of the options taken.
    pub picks: Vec<usize>,
    /// A remark for the record; empty for none. What exceeds 4096 bytes is cut.
    pub annotation: String,
    /// The tokens that a language model read for it.
    pub input_tokens: u32,
    /// The tokens that the model wrote for it.
    pub output_tokens: u32,
    /// How it came about; unspecified for the bot's own answer.
    pub origin: AnswerOrigin,
    /// Whether the bot resigns the match, where it allows that; then the picks do not count.
    pub resign: bool,
}

impl Answer {
    /// Takes these options, by their indices.
    pub fn take(picks: impl IntoIterator<Item = usize>) -> Self {
        Self { picks: picks.into_iter().collect(), ..Self::default() }
    }

    /// Resigns the match, where it allows that.
    #[must_use]
    pub fn resign() -> Self {
        Self { resign: true, ..Self::default() }
    }

    /// The same with a remark for the record.
    #[must_use]
    pub fn annotated(self, annotation: impl Into<String>) -> Self {
        Self { annotation: annotation.into(), ..self }
    }

    /// The same with the tokens that a language model read and wrote for it.
    #[must_use]
    pub fn with_tokens(self, input_tokens: u32, output_tokens: u32) -> Self {
        Self { input_tokens, output_tokens, ..self }
    }

    /// The same as a stand-in. Say so where an answer is not the bot's own: the record and ratings count stand-ins.
    #[must_use]
    pub fn with_origin(self, origin: AnswerOrigin) -> Self {
        Self { origin, ..self }
    }

    /// As much of the remark as a record keeps, without breaking a character.
    pub(crate) fn kept_annotation(mut self) -> String {
        let mut end = ANNOTATION_BYTES.min(self.annotation.len());
        while !self.annotation.is_char_boundary(end) {
            end -= 1;
        }
        self.annotation.truncate(end);
        self.annotation
    }
}

/// Take between [`least`](Self::least) and [`most`](Self::most) of the options, by their indices.
#[derive(Debug)]
pub struct Decision {
    seated: Arc<Match>,
    message: DecisionRequest,
    clock: Mutex<Reading>,
}

/// What the referee said of the clock, and when.
#[derive(Debug)]
struct Reading {
    time_left_ms: u32,
    bank_left_ms: u64,
    said: Instant,
}

impl Reading {
    fn now(message: &DecisionRequest) -> Self {
        let DecisionRequest { time_left_ms, bank_left_ms, .. } = *message;
        Self { time_left_ms, bank_left_ms, said: Instant::now() }
    }
}

impl Decision {
    /// The decision that this message asks for now.
    #[must_use]
    pub fn new(message: DecisionRequest, seated: Arc<Match>) -> Self {
        Self { clock: Mutex::new(Reading::now(&message)), seated, message }
    }

    /// Whether this message asks the same once more.
    ///
    /// After a loss of data the referee may ask another question under the same id.
    pub(crate) fn is_asked_by(&self, again: &DecisionRequest) -> bool {
        let first = &self.message;
        first.decision_id == again.decision_id
            && first.prompt == again.prompt
            && (first.least, first.most) == (again.least, again.most)
            && first.ordered == again.ordered
            && first.default_picks == again.default_picks
            && first.option_count == again.option_count
            && first.options == again.options
            && first.view == again.view
    }

    /// The same decision was asked once more, after a lost connection: its clock has changed.
    pub(crate) fn asked_again(&self, message: &DecisionRequest) {
        *self.clock.lock().unwrap_or_else(PoisonError::into_inner) = Reading::now(message);
    }

    /// The match: players, options, names of the bots, all time limits.
    #[must_use]
    pub fn match_info(&self) -> &Match {
        &self.seated
    }

    /// The game's name, such as `northgard`.
    #[must_use]
    pub fn game(&self) -> &str {
        self.seated.game()
    }

    /// Names the match.
    #[must_use]
    pub fn match_id(&self) -> &str {
        &self.seated.match_id
    }

    /// The bot's seat, from 0.
    #[must_use]
    pub fn seat(&self) -> usize {
        self.seated.seat
    }

    /// The request as it came over the wire.
    #[must_use]
    pub fn message(&self) -> &DecisionRequest {
        &self.message
    }

    /// Names the decision; rises within a match.
    #[must_use]
    pub fn decision_id(&self) -> u64 {
        self.message.decision_id
    }

    /// The question's stable dotted name, such as `combat.food`.
    #[must_use]
    pub fn prompt(&self) -> &str {
        &self.message.prompt
    }

    /// How many options there are; picks are 0 to `option_count - 1`.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.message.option_count as usize
    }

    /// Fewest picks allowed.
    #[must_use]
    pub fn least(&self) -> usize {
        self.message.least as usize
    }

    /// Most picks allowed.
    #[must_use]
    pub fn most(&self) -> usize {
        self.message.most as usize
    }

    /// Whether the order of the picks means something.
    #[must_use]
    pub fn ordered(&self) -> bool {
        self.message.ordered
    }

    /// What is taken if no answer comes in time: always legal, always harmless.
    #[must_use]
    pub fn default(&self) -> Answer {
        Answer::take(self.message.default_picks.iter().map(|pick| *pick as usize))
    }

    /// The options as verbs of the game, in the order of their indices.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownMessage`] for another game's, or a verb that the stubs do not know.
    pub fn options<V: GameOption>(&self) -> Result<Vec<V>, Error> {
        unpack_options(self.message.options.as_ref())
    }

    /// All that the seat knows: the game's `View` message.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownMessage`] if it is another game's.
    pub fn view<V: Message + Name + Default>(&self) -> Result<V, Error> {
        unpack(self.message.view.as_ref())
    }

    /// What never changes in this game; see [`Match::catalogue`].
    ///
    /// # Errors
    ///
    /// [`Error::UnknownMessage`] if it is another game's.
    pub fn catalogue<C: Message + Name + Default + 'static>(&self) -> Result<Arc<C>, Error> {
        self.seated.catalogue()
    }

    /// What happened since the seat's last decision; [`unpack_options`] reads what was chosen.
    #[must_use]
    pub fn events(&self) -> &[Act] {
        &self.message.events
    }

    /// The decision in words; only if [`Bot::text`](crate::Bot::text) asks for it. Its `to_string`
    /// is one prompt for a language model.
    #[must_use]
    pub fn text(&self) -> Option<&DecisionText> {
        self.message.text.as_ref()
    }

    /// The match at this decision, dealt anew for this seat; empty unless
    /// [`Bot::positions`](crate::Bot::positions) asks for it. The `EngineService` of
    /// `lawspeaker engine` reads it.
    #[must_use]
    pub fn position(&self) -> &[u8] {
        &self.message.position
    }

    /// The time left for this decision, now, the bank included; None for no limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let left = Duration::from_millis(clock.time_left_ms.into());
        (!left.is_zero()).then(|| left.saturating_sub(clock.said.elapsed()))
    }

    /// What was in the seat's bank when the decision was asked.
    #[must_use]
    pub fn bank_left(&self) -> Duration {
        let clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        Duration::from_millis(clock.bank_left_ms)
    }

    /// What the seat's previous answer was charged.
    #[must_use]
    pub fn last_charged(&self) -> Duration {
        Duration::from_micros(self.message.last_charged_us)
    }

    /// A generator of this decision alone: asked again, in any process, it yields the same numbers.
    #[must_use]
    pub fn random(&self) -> Chance {
        let Match { bot_seed, match_id, seat, .. } = self.match_info();
        Chance::new(&format!("{bot_seed}/{match_id}/{seat}/{}", self.decision_id()))
    }
}

/// One prompt for a language model: the view, the events, the question and the options with their
/// numbers.
impl fmt::Display for DecisionText {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(to, "{}", self.view)?;
        if !self.events.is_empty() {
            writeln!(to, "Since your last decision:\n{}\n", self.events.join("\n"))?;
        }
        to.write_str(&self.question)?;
        self.options
            .iter()
            .enumerate()
            .try_for_each(|(index, option)| write!(to, "\n{index}: {option}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pb::lawspeaker::v1::MatchStarted;

    fn decision(message: DecisionRequest) -> Decision {
        let started = MatchStarted { match_id: "m".into(), seat: 2, ..Default::default() };
        Decision::new(message, Arc::new(Match::new(started, "0")))
    }

    #[test]
    fn no_limit_is_no_time_left_to_tell() {
        assert_eq!(decision(DecisionRequest::default()).time_left(), None);
    }

    #[test]
    fn time_left_runs_down_and_stops_at_nothing() {
        let asked = decision(DecisionRequest { time_left_ms: 60_000, ..Default::default() });
        let first = asked.time_left().unwrap();
        assert!(asked.time_left().unwrap() <= first && first <= Duration::from_secs(60));
        let ended = decision(DecisionRequest { time_left_ms: 1, ..Default::default() });
        ended.clock.lock().unwrap().said -= Duration::from_secs(1);
        assert_eq!(ended.time_left(), Some(Duration::ZERO));
    }

    #[test]
    fn the_clock_is_read_anew_when_the_decision_is_asked_again() {
        let asked = decision(DecisionRequest { time_left_ms: 1, ..Default::default() });
        let again =
            DecisionRequest { time_left_ms: 90_000, bank_left_ms: 500, ..Default::default() };
        assert!(asked.is_asked_by(&again));
        asked.asked_again(&again);
        assert!(asked.time_left().unwrap() > Duration::from_secs(80));
        assert_eq!(asked.bank_left(), Duration::from_millis(500));
    }

    #[test]
    fn another_question_under_the_same_id_is_another_decision() {
        let asked = decision(DecisionRequest { decision_id: 4, most: 1, ..Default::default() });
        let other = DecisionRequest { decision_id: 4, most: 2, ..Default::default() };
        assert!(!asked.is_asked_by(&other));
    }

    #[test]
    fn random_numbers_are_of_seed_match_seat_and_decision() {
        let asked = decision(DecisionRequest { decision_id: 7, ..Default::default() });
        assert_eq!(asked.random().word(), 0x855d_ffe6_84f9_1967);
    }
}
