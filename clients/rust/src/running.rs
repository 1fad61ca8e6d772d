//! From a bot to its games: `run` for a process of its own, `play` for a program with a runtime.

use std::future::Future;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::Arc;

use log::{LevelFilter, Log, Metadata, Record};
use tokio::runtime::Builder;
use tokio::sync::mpsc;

use crate::async_bot::{AsyncBot, Awaited};
use crate::backoff::Patience;
use crate::bot::Bot;
use crate::dial::Dialer;
use crate::error::Error;
use crate::seat::Failure;
use crate::session::Session;
use crate::settings::Settings;

/// Plays matches until the referee says goodbye; the last line of a bot's `main`.
///
/// If it cannot go on it writes one line to stderr and the exit code is 1; Ctrl-C gives 130. What
/// is logged goes to stderr too, unless the program has a logger of its own.
pub fn run(bot: impl Bot, settings: Settings) -> ExitCode {
    if log::set_logger(&STDERR).is_ok() {
        log::set_max_level(LevelFilter::Info);
    }
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return told(&error),
    };
    let code = runtime.block_on(async {
        tokio::select! {
            ended = play(bot, settings) => ended.map_or_else(|error| told(&error), |()| ExitCode::SUCCESS),
            signal = signalled() => ExitCode::from(128 + signal),
        }
    });
    runtime.shutdown_background(); // a name that is looked up does not hold up the end
    code
}

/// As [`run`], for a bot that awaits.
pub fn run_async(bot: impl AsyncBot, settings: Settings) -> ExitCode {
    run(Awaited(bot), settings)
}

/// What each line to stderr begins with.
const NAME: &str = env!("CARGO_PKG_NAME");

fn told(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("{NAME}: {error}");
    ExitCode::FAILURE
}

/// Plays matches until the referee says goodbye, in a program that has a tokio runtime.
///
/// Each match has a thread of its own. If this is dropped, or fails, a bot that is still thinking
/// finishes its thought, and its answer goes nowhere.
///
/// # Errors
///
/// See [`Error`].
///
/// # Panics
///
/// If the bot does.
pub async fn play(bot: impl Bot, settings: Settings) -> Result<(), Error> {
    let settings = settings.resolve()?;
    let dialer = Dialer::new(&settings)?;
    let channel = dialer.connect_within(settings.connect_within).await?;
    let (failures, mut failed) = mpsc::unbounded_channel();
    let session = Session {
        bot: Arc::new(bot),
        dialer,
        token: settings.token,
        bot_seed: settings.bot_seed,
        patience: Patience::new(settings.reconnect_within, settings.backoff),
        welcome_within: settings.connect_within,
        failures,
        seats: Vec::new(),
    };
    tokio::select! {
        Some(failure) = failed.recv() => return Err(raised(failure)),
        ended = session.play(channel) => ended?,
    }
    // The session is gone, and the last seat to finish closes the channel.
    match failed.recv().await {
        Some(failure) => Err(raised(failure)),
        None => Ok(()),
    }
}

/// As [`play`], for a bot that awaits.
///
/// # Errors
///
/// See [`Error`].
///
/// # Panics
///
/// If the bot does.
pub async fn play_async(bot: impl AsyncBot, settings: Settings) -> Result<(), Error> {
    play(Awaited(bot), settings).await
}

fn raised(failure: Failure) -> Error {
    match failure {
        Failure::Error(error) => error,
        Failure::Panic(panic) => resume_unwind(panic),
    }
}

/// The number of the signal that asks the process to end: 2 for Ctrl-C, 15 for SIGTERM.
#[cfg(unix)]
async fn signalled() -> u8 {
    use tokio::signal::unix::{SignalKind, signal};
    let wait = |kind| async move {
        match signal(kind) {
            Ok(mut signals) => drop(signals.recv().await),
            Err(_) => std::future::pending().await, // then it ends the process by itself
        }
    };
    first_of(wait(SignalKind::interrupt()), wait(SignalKind::terminate())).await
}

#[cfg(not(unix))]
async fn signalled() -> u8 {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    };
    first_of(interrupt, std::future::pending()).await
}

async fn first_of(interrupt: impl Future<Output = ()>, terminate: impl Future<Output = ()>) -> u8 {
    tokio::select! {
        () = interrupt => 2,
        () = terminate => 15,
    }
}

/// Writes each line of the log to stderr.
struct Stderr;

static STDERR: Stderr = Stderr;

impl Log for Stderr {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let of_sdk = record.target().starts_with(env!("CARGO_CRATE_NAME"));
            eprintln!("{}: {}", if of_sdk { NAME } else { record.target() }, record.args());
        }
    }

    fn flush(&self) {}
}
