use std::cmp::Reverse;

use super::northgard;
use crate::{Answer, Bot, BotError, Decision};

/// Takes what looks best now, by readable rules of thumb; what has no such rules, every game but
/// Northgard, gets the default answers.
pub struct GreedyBot;

impl Bot for GreedyBot {
    fn name(&self) -> &str {
        "greedy"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn max_matches(&self) -> u32 {
        64
    }

    fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        if decision.game() != "northgard" {
            return Ok(decision.default());
        }
        let worth = northgard::scores(decision)?;
        Ok(Answer::take(best(&worth, decision.least(), decision.most())))
    }
}

/// The best `most` options that are worth taking, and at least `least` of them; ties to the first.
fn best(worth: &[i64], least: usize, most: usize) -> Vec<usize> {
    let mut picks: Vec<usize> = (0..worth.len()).collect();
    picks.sort_by_key(|pick| Reverse(worth[*pick]));
    picks.truncate(most);
    let enough = picks.iter().take_while(|pick| worth[**pick] > 0).count();
    picks.truncate(enough.max(least));
    picks
}

#[cfg(test)]
mod tests {
    use super::best;

    #[test]
    fn the_highest_scores_are_taken_and_ties_go_to_the_first() {
        assert_eq!(best(&[10, 30, 20, 30], 0, 3), [1, 3, 2]);
    }

    #[test]
    fn what_is_not_worth_taking_is_left_unless_it_must_be_taken() {
        assert_eq!(best(&[0, -5, 20], 0, 3), [2]);
        assert_eq!(best(&[0, -5, 20], 2, 3), [2, 0]);
        assert!(best(&[], 0, 0).is_empty());
    }
}
