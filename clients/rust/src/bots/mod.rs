//! Bots that come with the SDK: `random` plays any game, `greedy` plays Northgard well.

mod greedy;
mod northgard;
mod random;

pub use greedy::GreedyBot;
pub use random::RandomBot;
