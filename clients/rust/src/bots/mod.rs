//! Bots that come with the SDK: `random` plays any game, `example` plays Northgard and is to be read.

mod example;
mod random;

pub use example::ExampleBot;
pub use random::RandomBot;
