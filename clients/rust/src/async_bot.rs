//! What a bot is that awaits, for models behind a network and the like.

use std::future::Future;

use tokio::runtime::Handle;

use crate::bot::{Bot, log_rejection, type_name};
use crate::decision::{Answer, Decision};
use crate::error::BotError;
use crate::matches::Match;
use crate::outcome::{Ending, Rejection};

/// A [`Bot`] whose methods are async: write `async fn decide`, and hand it to
/// [`run_async`](crate::run_async()).
///
/// The methods of a match are awaited one after the other, on a thread of the match; they need not
/// be `Send`. What they await, such as sockets and timers of tokio, the runtime of the run drives.
pub trait AsyncBot: Send + Sync + 'static {
    /// Takes between `least` and `most` of the decision's options.
    ///
    /// # Errors
    ///
    /// Whatever the bot cannot go on with: it ends the run.
    fn decide(&self, decision: &Decision) -> impl Future<Output = Result<Answer, BotError>>;

    /// As [`Bot::name`].
    fn name(&self) -> &str {
        type_name::<Self>()
    }

    /// As [`Bot::version`].
    fn version(&self) -> &str {
        "0"
    }

    /// As [`Bot::games`].
    fn games(&self) -> &[&str] {
        &[]
    }

    /// As [`Bot::max_matches`].
    fn max_matches(&self) -> u32 {
        1
    }

    /// As [`Bot::challengers`].
    fn challengers(&self) -> &[&str] {
        &[]
    }

    /// As [`Bot::text`].
    fn text(&self) -> bool {
        false
    }

    /// As [`Bot::positions`].
    fn positions(&self) -> bool {
        false
    }

    /// As [`Bot::started`].
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn started(&self, seated: &Match) -> impl Future<Output = Result<(), BotError>> {
        let _ = seated;
        async { Ok(()) }
    }

    /// As [`Bot::resumed`].
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn resumed(&self, seated: &Match) -> impl Future<Output = Result<(), BotError>> {
        let _ = seated;
        async { Ok(()) }
    }

    /// As [`Bot::over`].
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn over(&self, ending: &Ending) -> impl Future<Output = Result<(), BotError>> {
        let _ = ending;
        async { Ok(()) }
    }

    /// As [`Bot::rejected`].
    ///
    /// # Errors
    ///
    /// As `decide`.
    fn rejected(&self, rejection: &Rejection) -> impl Future<Output = Result<(), BotError>> {
        log_rejection(rejection);
        async { Ok(()) }
    }
}

/// An async bot as a bot: the thread of a match waits for its futures.
pub(crate) struct Awaited<B>(pub B);

impl<B: AsyncBot> Bot for Awaited<B> {
    fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        Handle::current().block_on(self.0.decide(decision))
    }

    fn name(&self) -> &str {
        self.0.name()
    }

    fn version(&self) -> &str {
        self.0.version()
    }

    fn games(&self) -> &[&str] {
        self.0.games()
    }

    fn max_matches(&self) -> u32 {
        self.0.max_matches()
    }

    fn challengers(&self) -> &[&str] {
        self.0.challengers()
    }

    fn text(&self) -> bool {
        self.0.text()
    }

    fn positions(&self) -> bool {
        self.0.positions()
    }

    fn started(&self, seated: &Match) -> Result<(), BotError> {
        Handle::current().block_on(self.0.started(seated))
    }

    fn resumed(&self, seated: &Match) -> Result<(), BotError> {
        Handle::current().block_on(self.0.resumed(seated))
    }

    fn over(&self, ending: &Ending) -> Result<(), BotError> {
        Handle::current().block_on(self.0.over(ending))
    }

    fn rejected(&self, rejection: &Rejection) -> Result<(), BotError> {
        Handle::current().block_on(self.0.rejected(rejection))
    }
}
