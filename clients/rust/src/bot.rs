//! What a bot is.

use crate::decision::{Answer, Decision};
use crate::error::BotError;
use crate::matches::Match;
use crate::outcome::{Ending, Rejection};

/// Implement it, [`decide`](Self::decide) at least, and hand it to [`run`](crate::run()).
///
/// Every match has a thread of its own, in which all methods are called one after the other: a slow
/// one holds up nothing else, and it may block, or `tokio::runtime::Handle::current().block_on`
/// what is async. With [`max_matches`](Self::max_matches) above 1 one bot plays several matches at
/// once: keep what belongs to a match under its `match_id`, behind a `Mutex`.
///
/// An error or a panic of the bot ends its run.
pub trait Bot: Send + Sync + 'static {
    /// Takes between `least` and `most` of the decision's options.
    ///
    /// # Errors
    ///
    /// Whatever the bot cannot go on with: it ends the run.
    fn decide(&self, decision: &Decision) -> Result<Answer, BotError>;

    /// Its name, 1 to 64 printable characters; if nothing is said, that of its type.
    fn name(&self) -> &str {
        type_name::<Self>()
    }

    /// Its own version, up to 64 printable characters.
    fn version(&self) -> &str {
        "0"
    }

    /// The games it plays, by name; none for any.
    fn games(&self) -> &[&str] {
        &[]
    }

    /// How many matches it plays at once.
    fn max_matches(&self) -> u32 {
        1
    }

    /// Names of tokens whose challenges it takes on a ladder, `*` for everybody; none for nobody.
    fn challengers(&self) -> &[&str] {
        &[]
    }

    /// Whether every decision comes as plain text too: [`Decision::text`].
    fn text(&self) -> bool {
        false
    }

    /// Whether every decision comes with a position to look ahead from: [`Decision::position`].
    fn positions(&self) -> bool {
        false
    }

    /// Called once a match, before its first decision.
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn started(&self, seated: &Match) -> Result<(), BotError> {
        let _ = seated;
        Ok(())
    }

    /// Called when a match goes on after the connection was lost.
    ///
    /// The open decision needs no care: if it was decided, the same answer is sent again.
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn resumed(&self, seated: &Match) -> Result<(), BotError> {
        let _ = seated;
        Ok(())
    }

    /// Called when a match has ended, or has not come back after a lost connection: then
    /// [`lost`](field@Ending::lost) says so.
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn over(&self, ending: &Ending) -> Result<(), BotError> {
        let _ = ending;
        Ok(())
    }

    /// Called for an answer that was refused; logs one line if it is not implemented. If the
    /// decision is still open its default is answered next.
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn rejected(&self, rejection: &Rejection) -> Result<(), BotError> {
        log_rejection(rejection);
        Ok(())
    }
}

/// The name of a type, without its path and its parameters.
pub(crate) fn type_name<T: ?Sized>() -> &'static str {
    let name = std::any::type_name::<T>();
    name.split('<').next().and_then(|name| name.rsplit("::").next()).unwrap_or(name)
}

/// Logs an answer that was refused, in one line.
pub(crate) fn log_rejection(rejection: &Rejection) {
    let Rejection { match_id, decision_id, message, .. } = rejection;
    if rejection.disqualified() {
        log::warn!("{match_id}: out of the match: {message}");
        return;
    }
    let prompt = rejection.decision.as_ref().map(|decision| decision.prompt().to_owned());
    let what = prompt.unwrap_or_else(|| format!("decision {decision_id}"));
    log::warn!("{match_id}, {what}: answer refused: {message}");
}
