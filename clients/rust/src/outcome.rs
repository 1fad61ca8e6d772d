//! What the referee says of answers that it refused, and of matches that are over.

use std::sync::Arc;

use crate::decision::Decision;
use crate::matches::Match;
use crate::pb::lawspeaker::v1::{AnswerRejected, MatchOver, RejectReason};

/// An answer of the bot that the referee refused; it changed nothing.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// The match.
    pub match_id: String,
    /// The decision that was answered.
    pub decision_id: u64,
    /// The decision itself, if it still is the latest one that the bot answered.
    pub decision: Option<Arc<Decision>>,
    /// For machines; unspecified for a reason that came after this SDK.
    pub reason: RejectReason,
    /// What was wrong and what would be right.
    pub message: String,
}

impl Rejection {
    pub(crate) fn new(message: AnswerRejected, decision: Option<Arc<Decision>>) -> Self {
        Self {
            reason: message.reason(),
            match_id: message.match_id,
            decision_id: message.decision_id,
            decision,
            message: message.message,
        }
    }

    /// Whether the answer was fine but came after the decision was over.
    #[must_use]
    pub fn late(&self) -> bool {
        self.reason == RejectReason::Stale
    }

    /// Whether the seat is out of the match for its faults; a substitute answers to the end.
    #[must_use]
    pub fn disqualified(&self) -> bool {
        self.reason == RejectReason::Disqualified
    }

    /// Whether the decision still waits for an answer, on the same clock.
    #[must_use]
    pub fn open(&self) -> bool {
        use RejectReason::{DuplicatePick, Malformed, OutOfRange, WrongCount};
        matches!(self.reason, WrongCount | OutOfRange | DuplicatePick | Malformed)
    }
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The match.
    pub match_info: Arc<Match>,
    /// By seat, 1 for the winner; empty if the match was voided or lost.
    pub ranks: Vec<u32>,
    /// By seat, in the game's own points.
    pub scores: Vec<i32>,
    /// A stable dotted name, such as `fame`.
    pub reason: String,
    /// Why the match does not count; empty if it does.
    pub void_reason: String,
    /// Why nobody knows how it ended: it went on, or ended, while the connection was lost. Empty if
    /// it is known.
    pub lost: String,
    /// The message as it came over the wire.
    pub message: MatchOver,
}

impl Ending {
    pub(crate) fn new(message: MatchOver, match_info: Arc<Match>) -> Self {
        let outcome = message.outcome.clone().unwrap_or_default();
        Self {
            match_info,
            ranks: outcome.ranks,
            scores: outcome.scores,
            reason: outcome.reason,
            void_reason: message.void_reason.clone(),
            lost: String::new(),
            message,
        }
    }

    pub(crate) fn lost(match_info: Arc<Match>, lost: String) -> Self {
        let message = MatchOver { match_id: match_info.match_id.clone(), ..Default::default() };
        Self { lost, ..Self::new(message, match_info) }
    }

    /// The bot's own rank; None if the match was voided or lost.
    #[must_use]
    pub fn rank(&self) -> Option<u32> {
        self.ranks.get(self.match_info.seat).copied()
    }
}
