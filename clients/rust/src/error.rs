//! What can go wrong between a bot and its referee.

/// Whatever a bot's own code fails with; `?` turns any error into it.
pub type BotError = Box<dyn std::error::Error + Send + Sync>;

/// Why a run ended before the referee said goodbye, in one line that says what would be right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No referee could be reached, or what says where it is cannot be used.
    #[error("{0}")]
    ConnectionRefused(String),
    /// The stream broke before the referee said goodbye, and did not come back in time.
    #[error("{0}")]
    ConnectionLost(String),
    /// The referee did not want the bot: wrong token, unknown protocol, or broken rules of the
    /// protocol.
    #[error("{0}")]
    Refused(String),
    /// `decide` took an option of a number that no message can carry.
    #[error("{0}")]
    WrongPicks(String),
    /// A message of another game than was asked for, or one that these stubs cannot read.
    #[error("{0}")]
    UnknownMessage(String),
    /// The bot's own code returned an error.
    #[error("the bot failed at {at}: {source}")]
    Bot {
        /// What it was asked for, and in which match.
        at: String,
        /// What it returned.
        source: BotError,
    },
}
