use crate::{Answer, Bot, BotError, Decision};

/// Any legal answer, each number of picks as likely as another; plays every game, for it looks at
/// none. It takes the same options whenever it is asked the same decision under the same seed.
pub struct RandomBot;

impl Bot for RandomBot {
    fn name(&self) -> &str {
        "random"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn max_matches(&self) -> u32 {
        64
    }

    fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        let mut chance = decision.random();
        let count = decision.least() + chance.index(decision.most() - decision.least() + 1);
        Ok(Answer::take(chance.distinct(decision.option_count(), count)))
    }
}
