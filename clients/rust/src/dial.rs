//! Connections to the referee's address.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use tonic::transport::{self, Channel, Endpoint};

use crate::error::Error;
use crate::settings::Resolved;
use crate::stream::chain;
use crate::tls::{CA_VARIABLE, hint};

/// The connection must answer within this when it is asked whether it lives.
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(5);
/// The pauses between tries of the first connection double from one to the other.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// After so long without a referee a line says so.
const NOTICE_AFTER: Duration = Duration::from_secs(2);

/// Dials one address as often as it is asked to.
pub(crate) struct Dialer {
    address: String,
    endpoint: Endpoint,
    encrypted: bool,
}

impl Dialer {
    pub fn new(settings: &Resolved) -> Result<Self, Error> {
        let address = settings.address.clone();
        let uri = uri(&address, settings.tls.is_some())?;
        let unusable =
            |error: transport::Error| refused(format!("cannot dial {address}: {}", chain(&error)));
        let mut endpoint = Endpoint::from_shared(uri)
            .map_err(unusable)?
            .http2_keep_alive_interval(settings.keepalive)
            .keep_alive_timeout(KEEPALIVE_ANSWER)
            .keep_alive_while_idle(true);
        if let Some(tls) = &settings.tls {
            endpoint = tls.encrypt(endpoint).map_err(unusable)?;
        }
        Ok(Self { address, endpoint, encrypted: settings.tls.is_some() })
    }

    pub async fn connect(&self) -> Result<Channel, transport::Error> {
        self.endpoint.connect().await
    }

    /// Waits for a referee that may not be there yet.
    pub async fn connect_within(&self, within: Duration) -> Result<Channel, Error> {
        let began = Instant::now();
        let until = began + within;
        let seconds = within.as_secs_f64();
        let (mut last, mut pause, mut noticed) = (String::new(), FIRST_PAUSE, false);
        loop {
            match timeout_at(until, self.connect()).await {
                Ok(Ok(channel)) => return Ok(channel),
                Ok(Err(error)) => last = chain(&error),
                Err(_) => break,
            }
            if !noticed && began.elapsed() >= NOTICE_AFTER {
                let address = &self.address;
                log::warn!("no referee answers at {address} yet; trying for up to {seconds} s");
                noticed = true;
            }
            if Instant::now() + pause >= until {
                break;
            }
            sleep(pause).await;
            pause = LONGEST_PAUSE.min(2 * pause);
        }
        let why = hint(&last, self.encrypted)
            .unwrap_or_else(|| "is it running, and is the address right?".into());
        Err(refused(format!(
            "no referee answers at {} (tried for {seconds} s); {why}",
            self.address
        )))
    }

    /// The error for a connection that broke before anything was said on it.
    pub fn broken(&self, details: String) -> Error {
        match hint(&details, self.encrypted) {
            Some(why) => refused(format!("no referee answers at {}; {why}", self.address)),
            None => Error::ConnectionLost(details),
        }
    }
}

fn refused(text: String) -> Error {
    Error::ConnectionRefused(text)
}

fn uri(address: &str, encrypted: bool) -> Result<String, Error> {
    if let Some(path) = address.strip_prefix("unix:") {
        return if path.is_empty() {
            Err(malformed(address))
        } else if encrypted {
            Err(refused(format!(
                "{address} is on this machine and speaks no TLS: unset {CA_VARIABLE}"
            )))
        } else {
            Ok(address.to_owned())
        };
    }
    if let Some((_, rest)) = address.split_once("://") {
        return Err(refused(format!(
            "the referee's address is a URL, not HOST:PORT; give {}",
            place(rest)
        )));
    }
    let (host, port) = address.rsplit_once(':').ok_or_else(|| malformed(address))?;
    let open = host.contains(':') && !(host.starts_with('[') && host.ends_with(']'));
    let foreign = address.contains(['/', '+']) || address.contains(char::is_whitespace);
    if host.is_empty() || open || foreign || port.parse::<u16>().is_err() {
        return Err(malformed(address));
    }
    Ok(format!("{}://{address}", if encrypted { "https" } else { "http" }))
}

/// HOST:PORT of what follows the scheme of a URL, with an example of what it leaves out.
fn place(rest: &str) -> String {
    let authority = rest.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
    let place = authority.rsplit('@').next().unwrap_or_default();
    let (host, port) = place
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
        .unwrap_or((place, ""));
    let host = if host.is_empty() { "127.0.0.1" } else { host };
    let port = if port.is_empty() { "50051" } else { port };
    format!("{host}:{port}")
}

fn malformed(address: &str) -> Error {
    refused(format!(
        "the referee's address is '{address}'; it must be HOST:PORT, such as 127.0.0.1:50051, or \
         unix:/PATH"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_with_a_port_or_a_socket_file() {
        assert_eq!(uri("127.0.0.1:50051", false).unwrap(), "http://127.0.0.1:50051");
        assert_eq!(uri("127.0.0.1:65535", false).unwrap(), "http://127.0.0.1:65535");
        assert_eq!(uri("[::1]:50051", false).unwrap(), "http://[::1]:50051");
        assert_eq!(uri("referee.example:443", true).unwrap(), "https://referee.example:443");
        for address in ["unix:/run/referee", "unix:referee", "unix:///run/referee"] {
            assert_eq!(uri(address, false).unwrap(), address);
        }
    }

    #[test]
    fn a_url_is_told_with_the_address_that_it_holds() {
        for (url, place) in [
            ("http://127.0.0.1:50051", "127.0.0.1:50051"),
            ("https://bots.example:443/play?token=1#x", "bots.example:443"),
            ("HTTP://bots.example", "bots.example:50051"),
            ("grpc+tls://me:secret@[::1]:9", "[::1]:9"),
            ("http://[::1]", "[::1]:50051"),
            ("dns:///bots.example:1", "bots.example:1"),
            ("http://", "127.0.0.1:50051"),
        ] {
            let told = uri(url, false).unwrap_err().to_string();
            assert_eq!(
                told,
                format!("the referee's address is a URL, not HOST:PORT; give {place}")
            );
            assert!(uri(place, false).is_ok());
        }
    }

    #[test]
    fn anything_else_is_told_what_would_be_right() {
        for address in [
            "localhost",
            "localhost:",
            ":50051",
            "localhost:port",
            "localhost:65536",
            "localhost:99999",
            "localhost:-1",
            "localhost:+1",
            "::1:50051",
            "[::1]",
            "localhost:50051/x",
            "localhost:50051 ",
            "unix:",
        ] {
            let told = uri(address, false).unwrap_err().to_string();
            let wanted = "HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH";
            assert_eq!(told, format!("the referee's address is '{address}'; it must be {wanted}"));
        }
    }

    #[test]
    fn a_socket_file_speaks_no_tls() {
        assert!(uri("unix:/run/referee", true).unwrap_err().to_string().contains(CA_VARIABLE));
    }
}
