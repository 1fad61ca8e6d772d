//! Plays every game by flat Monte Carlo: plays each answer out many times at random, from positions
//! in which all that its seat may not know is dealt anew, and takes the one with the best places.
//!
//! The service that plays positions out, `lawspeaker engine`, must be on the PATH; the bot starts it
//! itself. `docs/forward-model.md` explains it.

mod engine;

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lawspeaker_bot::{Answer, Bot, BotError, Decision, Settings, run};
use tokio::runtime::Handle;

use crate::engine::Engine;

/// The time for a decision, if the clock leaves ten times as much.
const THINKING: Duration = Duration::from_millis(200);
/// How many answers are compared beside the default.
const SAMPLES: usize = 16;

struct FlatMonteCarlo {
    /// Started with the first decision, on the runtime that the SDK has then.
    engine: Mutex<Option<Engine>>,
}

impl Bot for FlatMonteCarlo {
    fn name(&self) -> &str {
        "flat-monte-carlo"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn positions(&self) -> bool {
        true
    }

    fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        let answers = candidates(decision);
        if answers.len() == 1 || decision.position().is_empty() {
            return Ok(decision.default());
        }
        let left = decision.time_left().map_or(THINKING, |left| left / 10);
        let until = Instant::now() + left.min(THINKING);
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let (best, playouts) = Handle::current().block_on(async {
            let engine = match &mut *engine {
                Some(engine) => engine,
                none => none.insert(Engine::start("lawspeaker").await?),
            };
            engine.best(decision.position(), decision.seat(), &answers, until).await
        })?;
        let remark =
            format!("the best of {} answers in {playouts} playouts of each", answers.len());
        Ok(Answer::take(best).annotated(remark))
    }
}

/// The answers to compare, the default first: single options where one may be taken, otherwise any.
fn candidates(decision: &Decision) -> Vec<Vec<usize>> {
    let mut found = vec![decision.default().picks];
    let mut chance = decision.random();
    let (least, most, options) = (decision.least(), decision.most(), decision.option_count());
    let sample: Vec<Vec<usize>> = if least <= 1 && most == 1 {
        let taken = chance.distinct(options, options.min(SAMPLES));
        taken.into_iter().map(|option| vec![option]).collect()
    } else {
        (0..SAMPLES)
            .map(|_| {
                let count = least + chance.index(most - least + 1);
                chance.distinct(options, count)
            })
            .collect()
    };
    for picks in sample {
        if !found.contains(&picks) {
            found.push(picks);
        }
    }
    found
}

fn main() -> ExitCode {
    run(FlatMonteCarlo { engine: Mutex::new(None) }, Settings::default())
}
