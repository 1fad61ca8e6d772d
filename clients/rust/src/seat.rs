//! A bot's place in one match: a thread that works off what comes for it, one after the other, over
//! any number of streams.
//!
//! What was answered last is kept. A decision that is asked again, because the connection or the
//! referee was lost, is not put to the bot again: it gets the very same answer.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;

use crate::bot::Bot;
use crate::decision::{Answer, Decision};
use crate::error::{BotError, Error};
use crate::matches::Match;
use crate::outcome::{Ending, Rejection};
use crate::pb::lawspeaker::v1::{self as pb, AnswerRejected, DecisionRequest, MatchOver};
use crate::stream::Outbox;

/// How a seat ends whose bot fails; it ends the run.
pub(crate) enum Failure {
    Error(Error),
    Panic(Box<dyn Any + Send>),
}

/// What comes for a seat.
enum Notice {
    Resumed,
    Asked(Arc<Decision>, Outbox),
    Rejected(AnswerRejected, Outbox),
    Over(MatchOver),
    Lost(String),
}

/// The session's end of a seat.
pub(crate) struct Seat {
    pub seated: Arc<Match>,
    /// Whether the connection was lost and the referee has not said since that the match goes on.
    pub away: bool,
    asked: Option<Arc<Decision>>,
    latest: Arc<AtomicU64>,
    notices: mpsc::Sender<Notice>,
}

impl Seat {
    /// Begins the match's thread; a bot that fails is told through `failures`.
    pub fn take(
        seated: Arc<Match>,
        bot: Arc<dyn Bot>,
        failures: UnboundedSender<Failure>,
    ) -> Result<Self, Error> {
        let (notices, inbox) = mpsc::channel();
        let latest = Arc::new(AtomicU64::new(0));
        let player = Player { bot, seated: seated.clone(), latest: latest.clone(), answered: None };
        let runtime = Handle::current();
        let play = move || {
            let _entered = runtime.enter();
            let failure = match catch_unwind(AssertUnwindSafe(|| player.play(&inbox))) {
                Ok(Ok(())) => return,
                Ok(Err(error)) => Failure::Error(error),
                Err(panic) => Failure::Panic(panic),
            };
            let _ = failures.send(failure); // nobody listens where the run has ended before
        };
        thread::Builder::new()
            .name(seated.match_id.replace('\0', " "))
            .spawn(play)
            .map_err(|error| failed(format!("the thread of {}", seated.match_id))(error.into()))?;
        Ok(Self { seated, away: false, asked: None, latest, notices })
    }

    /// A decision is asked; whether it is another one than before.
    pub fn asked(&mut self, request: DecisionRequest, outbox: Outbox) -> bool {
        let before = self.latest.swap(request.decision_id, Ordering::Relaxed);
        let is_news = before != request.decision_id;
        let decision = match self.asked.take() {
            Some(decision) if decision.is_asked_by(&request) => {
                decision.asked_again(&request); // now, for the bot may be thinking about it
                decision
            }
            _ => Arc::new(Decision::new(request, self.seated.clone())),
        };
        self.asked = Some(decision.clone());
        self.tell(Notice::Asked(decision, outbox));
        is_news
    }

    pub fn rejected(&self, message: AnswerRejected, outbox: Outbox) {
        self.tell(Notice::Rejected(message, outbox));
    }

    /// The match goes on after a lost connection.
    pub fn resumed(&mut self) {
        self.away = false;
        self.tell(Notice::Resumed);
    }

    pub fn over(self, message: MatchOver) {
        self.tell(Notice::Over(message));
    }

    /// The match has not come back.
    pub fn lost(self, why: String) {
        self.tell(Notice::Lost(why));
    }

    fn tell(&self, notice: Notice) {
        let _ = self.notices.send(notice); // a bot that has failed hears nothing more
    }
}

/// The thread's end of a seat.
struct Player {
    bot: Arc<dyn Bot>,
    seated: Arc<Match>,
    /// The newest decision that has come: those before it are over.
    latest: Arc<AtomicU64>,
    answered: Option<(Arc<Decision>, pb::Answer)>,
}

impl Player {
    /// Plays the match to its end, or until the session ends.
    fn play(mut self, inbox: &mpsc::Receiver<Notice>) -> Result<(), Error> {
        self.bot.started(&self.seated).map_err(self.failed("the start"))?;
        for notice in inbox {
            match notice {
                Notice::Resumed => {
                    self.bot.resumed(&self.seated).map_err(self.failed("its return"))?;
                }
                Notice::Asked(decision, outbox) => self.decide(decision, &outbox)?,
                Notice::Rejected(message, outbox) => self.rejected(message, &outbox)?,
                Notice::Over(message) => {
                    return self.over(&Ending::new(message, self.seated.clone()));
                }
                Notice::Lost(why) => return self.over(&Ending::lost(self.seated.clone(), why)),
            }
        }
        Ok(())
    }

    fn decide(&mut self, decision: Arc<Decision>, outbox: &Outbox) -> Result<(), Error> {
        if decision.decision_id() != self.latest.load(Ordering::Relaxed) {
            return Ok(());
        }
        if let Some((answered, answer)) = &self.answered
            && Arc::ptr_eq(answered, &decision)
        {
            outbox.answer(answer.clone());
            return Ok(());
        }
        let what = format!("{}, decision {}", decision.prompt(), decision.decision_id());
        let decided = catch_unwind(AssertUnwindSafe(|| self.bot.decide(&decision)));
        let answer = decided
            .unwrap_or_else(|panic| {
                log::error!("the bot panicked at {what} of {}", self.seated.match_id);
                resume_unwind(panic)
            })
            .map_err(self.failed(&what))?;
        self.answer(decision, answer, outbox)
    }

    /// Tells the bot; if the decision is still open, answers its default so that the game goes on.
    fn rejected(&mut self, message: AnswerRejected, outbox: &Outbox) -> Result<(), Error> {
        let answered = self.answered.as_ref().map(|(decision, _)| decision.clone());
        let decision = answered.filter(|decision| decision.decision_id() == message.decision_id);
        let rejection = Rejection::new(message, decision);
        self.bot.rejected(&rejection).map_err(self.failed("a refusal"))?;
        match rejection.decision {
            Some(ref decision) if rejection.open() => {
                // It is the SDK that answers.
                let answer = decision.default().with_origin(pb::AnswerOrigin::Unparsable);
                self.answer(decision.clone(), answer, outbox)
            }
            _ => Ok(()),
        }
    }

    fn answer(
        &mut self,
        decision: Arc<Decision>,
        answer: Answer,
        outbox: &Outbox,
    ) -> Result<(), Error> {
        let answer = written_down(&decision, answer)?;
        outbox.answer(answer.clone());
        self.answered = Some((decision, answer));
        Ok(())
    }

    fn over(&self, ending: &Ending) -> Result<(), Error> {
        self.bot.over(ending).map_err(self.failed("the end"))
    }

    /// Names what the bot failed at.
    fn failed(&self, what: &str) -> impl FnOnce(BotError) -> Error + use<> {
        failed(format!("{what} of {}", self.seated.match_id))
    }
}

fn failed(at: String) -> impl FnOnce(BotError) -> Error {
    move |source| Error::Bot { at, source }
}

/// An answer as a message.
fn written_down(decision: &Decision, answer: Answer) -> Result<pb::Answer, Error> {
    let picks: Result<_, _> = answer.picks.iter().map(|pick| u32::try_from(*pick)).collect();
    let picks = picks.map_err(|_| {
        Error::WrongPicks(format!(
            "decide took {:?} for {}; each pick must be an option's index, below {}",
            answer.picks,
            decision.prompt(),
            decision.option_count()
        ))
    })?;
    Ok(pb::Answer {
        match_id: decision.match_id().to_owned(),
        decision_id: decision.decision_id(),
        picks,
        input_tokens: answer.input_tokens,
        output_tokens: answer.output_tokens,
        origin: answer.origin.into(),
        resign: answer.resign,
        annotation: answer.kept_annotation(),
    })
}
