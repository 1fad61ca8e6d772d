//! The SDK as a bot's author meets it: against servers that say a referee's part.

mod awaited;
mod batches;
mod bots;
mod connections;
mod described;
mod examples;
mod maps;
mod processes;
mod referee;
mod sessions;
mod transcript;
mod transcripts;
