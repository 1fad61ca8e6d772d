//! Where a bot dials, and how long it tries.

use std::env;
use std::time::Duration;

use crate::backoff::Backoff;
use crate::error::Error;
use crate::tls::Tls;

const ADDRESS_VARIABLE: &str = "LAWSPEAKER_ADDRESS";
const TOKEN_VARIABLE: &str = "LAWSPEAKER_TOKEN";
const RECONNECT_VARIABLE: &str = "LAWSPEAKER_RECONNECT_WITHIN";
const SEED_VARIABLE: &str = "LAWSPEAKER_BOT_SEED";
const RECONNECT_WITHIN: Duration = Duration::from_secs(60);
/// What is longer is as good as for ever, and a clock can be set to it.
const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// How to play; `Settings::default()` takes everything from the environment.
#[derive(Clone)]
pub struct Settings {
    /// `HOST:PORT` or `unix:/PATH`; None for `LAWSPEAKER_ADDRESS`.
    pub address: Option<String>,
    /// What the referee handed out for this bot; None for `LAWSPEAKER_TOKEN`.
    pub token: Option<String>,
    /// How the connection is encrypted; None for `LAWSPEAKER_TLS_CA`, `_CERT` and `_KEY`, and
    /// without these it is not.
    pub tls: Option<Tls>,
    /// How long a lost connection is tried again; zero ends the run with it. None for the seconds in
    /// `LAWSPEAKER_RECONNECT_WITHIN`, or 60.
    pub reconnect_within: Option<Duration>,
    /// What names the bot's random numbers; None for `LAWSPEAKER_BOT_SEED`, or `0`.
    pub bot_seed: Option<String>,
    /// How long a referee is dialled that is not there yet, and then its Welcome waited for: 30 s, as
    /// long as a referee's clock waits for bots.
    pub connect_within: Duration,
    /// After so long a silence the connection is asked whether it lives, and has 5 s to answer;
    /// referees allow 5 s and more.
    pub keepalive: Duration,
    /// The pauses between tries to come back.
    pub backoff: Backoff,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            address: None,
            token: None,
            tls: None,
            reconnect_within: None,
            bot_seed: None,
            connect_within: Duration::from_secs(30),
            keepalive: Duration::from_secs(15),
            backoff: Backoff::default(),
        }
    }
}

/// Settings with nothing left open.
pub(crate) struct Resolved {
    pub address: String,
    pub token: String,
    pub tls: Option<Tls>,
    pub reconnect_within: Duration,
    pub bot_seed: String,
    pub connect_within: Duration,
    pub keepalive: Duration,
    pub backoff: Backoff,
}

impl Settings {
    /// Fills in from the environment.
    pub(crate) fn resolve(self) -> Result<Resolved, Error> {
        self.resolve_with(|name| {
            env::var_os(name).unwrap_or_default().to_string_lossy().into_owned()
        })
    }

    fn resolve_with(self, variable: impl Fn(&str) -> String) -> Result<Resolved, Error> {
        let address = self.address.unwrap_or_else(|| variable(ADDRESS_VARIABLE));
        if address.is_empty() {
            return Err(Error::ConnectionRefused(format!(
                "no referee's address: set {ADDRESS_VARIABLE} to HOST:PORT or unix:/PATH"
            )));
        }
        let seed = self.bot_seed.unwrap_or_else(|| variable(SEED_VARIABLE));
        Ok(Resolved {
            address,
            token: self.token.unwrap_or_else(|| variable(TOKEN_VARIABLE)),
            tls: self.tls.map_or_else(|| Tls::from_variables(&variable), |tls| Ok(Some(tls)))?,
            reconnect_within: self
                .reconnect_within
                .map_or_else(|| reconnect_within(&variable(RECONNECT_VARIABLE)), Ok)?
                .min(FOR_EVER),
            bot_seed: if seed.is_empty() { "0".into() } else { seed },
            connect_within: self.connect_within.min(FOR_EVER),
            keepalive: self.keepalive,
            backoff: self.backoff,
        })
    }
}

/// The seconds that the variable names.
fn reconnect_within(text: &str) -> Result<Duration, Error> {
    if text.is_empty() {
        return Ok(RECONNECT_WITHIN);
    }
    let seconds = text.trim().parse().ok().map(Duration::try_from_secs_f64);
    seconds.and_then(Result::ok).ok_or_else(|| {
        Error::ConnectionRefused(format!(
            "{RECONNECT_VARIABLE} is '{text}'; it must be a number of seconds, such as 60; 0 ends the \
             bot with its connection"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(variables: &[(&str, &str)]) -> Result<Resolved, String> {
        let found = |name: &str| variables.iter().find(|(key, _)| *key == name);
        Settings::default()
            .resolve_with(|name| found(name).map_or_else(String::new, |(_, value)| (*value).into()))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_environment_says_what_the_settings_leave_open() {
        let variables = [
            (ADDRESS_VARIABLE, "unix:/run/referee"),
            (TOKEN_VARIABLE, "secret"),
            (RECONNECT_VARIABLE, "2.5"),
            (SEED_VARIABLE, "seven"),
        ];
        let resolved = resolve(&variables).ok().unwrap();
        assert_eq!(resolved.address, "unix:/run/referee");
        assert_eq!((resolved.token.as_str(), resolved.bot_seed.as_str()), ("secret", "seven"));
        assert_eq!(resolved.reconnect_within, Duration::from_millis(2500));
        assert!(resolved.tls.is_none());
    }

    #[test]
    fn without_a_word_a_bot_tries_for_a_minute_and_its_seed_is_0() {
        let resolved = resolve(&[(ADDRESS_VARIABLE, "localhost:1")]).ok().unwrap();
        assert_eq!(
            (resolved.reconnect_within, resolved.bot_seed.as_str()),
            (RECONNECT_WITHIN, "0")
        );
        assert_eq!(resolved.connect_within, Duration::from_secs(30));
    }

    #[test]
    fn what_is_no_number_of_seconds_is_told_in_one_line() {
        for text in ["soon", "-1", "inf", "nan", "1e300"] {
            let told =
                resolve(&[(ADDRESS_VARIABLE, "a:1"), (RECONNECT_VARIABLE, text)]).err().unwrap();
            assert!(told.contains(text) && told.contains("such as 60"), "{told}");
        }
    }

    #[test]
    fn an_age_is_as_good_as_for_ever() {
        let resolved = resolve(&[(ADDRESS_VARIABLE, "a:1"), (RECONNECT_VARIABLE, "1e18")]);
        assert_eq!(resolved.ok().unwrap().reconnect_within, FOR_EVER);
    }

    #[test]
    fn no_address_is_told_with_the_variable_to_set() {
        assert!(resolve(&[]).err().unwrap().contains(ADDRESS_VARIABLE));
    }

    #[test]
    fn a_certificate_alone_is_told_what_it_needs() {
        let told =
            resolve(&[(ADDRESS_VARIABLE, "a:1"), ("LAWSPEAKER_TLS_CERT", "x")]).err().unwrap();
        assert!(told.contains("LAWSPEAKER_TLS_CA"), "{told}");
    }
}
