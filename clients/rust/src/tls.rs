//! TLS for bots: keys from files, and what to do when a connection does not come about.

use std::fs;

use tonic::transport::{Certificate, ClientTlsConfig, Identity};

use crate::error::Error;

pub(crate) const CA_VARIABLE: &str = "LAWSPEAKER_TLS_CA";
pub(crate) const CERT_VARIABLE: &str = "LAWSPEAKER_TLS_CERT";
pub(crate) const KEY_VARIABLE: &str = "LAWSPEAKER_TLS_KEY";
/// In place of a file: the public authorities that come with this crate.
const PUBLIC: &str = "public";

/// How the connection is encrypted, and who the bot is.
#[derive(Clone)]
pub struct Tls(pub(crate) ClientTlsConfig);

impl Tls {
    /// From files in PEM: `ca` holds the authorities that the referee's certificate may be of, or
    /// is `public`; `cert` and `key` are the bot's own, empty for a referee that asks for none.
    ///
    /// # Errors
    ///
    /// [`Error::ConnectionRefused`] for a file that cannot be read or holds something else.
    pub fn from_files(ca: &str, cert: &str, key: &str) -> Result<Self, Error> {
        if cert.is_empty() != key.is_empty() {
            return Err(wrong(format!(
                "a certificate and its key go together: set {CERT_VARIABLE} and {KEY_VARIABLE}"
            )));
        }
        let config = ClientTlsConfig::new();
        let config = match ca {
            PUBLIC => config.with_webpki_roots(),
            file => config.ca_certificate(Certificate::from_pem(read(file, "CERTIFICATE")?)),
        };
        Ok(Self(if cert.is_empty() {
            config
        } else {
            config
                .identity(Identity::from_pem(read(cert, "CERTIFICATE")?, read(key, "PRIVATE KEY")?))
        }))
    }

    /// What the three variables say; None if they are not set.
    pub(crate) fn from_variables(variable: impl Fn(&str) -> String) -> Result<Option<Self>, Error> {
        let [ca, cert, key] = [CA_VARIABLE, CERT_VARIABLE, KEY_VARIABLE].map(variable);
        if !ca.is_empty() {
            return Self::from_files(&ca, &cert, &key).map(Some);
        }
        if cert.is_empty() && key.is_empty() {
            return Ok(None);
        }
        Err(wrong(format!(
            "{CERT_VARIABLE} and {KEY_VARIABLE} need {CA_VARIABLE}: the file of the authority of the \
             referee's certificate, or '{PUBLIC}'"
        )))
    }
}

fn wrong(text: String) -> Error {
    Error::ConnectionRefused(text)
}

fn read(path: &str, what: &str) -> Result<String, Error> {
    let text = fs::read(path).map_err(|error| wrong(format!("{path}: {error}")))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    if !text.contains(&format!("{what}-----")) {
        return Err(wrong(format!("{path} holds no {} in PEM", what.to_lowercase())));
    }
    if text.contains("ENCRYPTED") {
        return Err(wrong(format!("{path} is locked with a password; give a key without one")));
    }
    Ok(text)
}

/// What is probably wrong, by the words for a connection that failed; None if they do not tell.
pub(crate) fn hint(details: &str, encrypted: bool) -> Option<String> {
    let says = |word: &str| details.contains(word);
    if says("NotValidForName") || says("not valid for name") {
        Some("the referee's certificate is for another name; dial one that stands in it".into())
    } else if says("Expired") || says("certificate expired") {
        Some("the referee's certificate is not accepted: it has expired".into())
    } else if says("invalid peer certificate") {
        Some(format!(
            "the referee's certificate is not accepted; does {CA_VARIABLE} hold the authority that \
             signed it?"
        ))
    } else if says("corrupt message") {
        Some(format!(
            "no TLS is spoken there; leave {CA_VARIABLE} away if the network may be trusted"
        ))
    } else if encrypted && (says("alert") || closed(details)) {
        Some(format!(
            "the connection was closed at once; if the referee asks for the bot's certificate, set \
             {CERT_VARIABLE} and {KEY_VARIABLE} to one that has not expired, of an authority that it \
             knows"
        ))
    } else if closed(details) {
        Some(format!(
            "the connection was closed at once; if the referee speaks TLS, set {CA_VARIABLE}"
        ))
    } else {
        None
    }
}

fn closed(details: &str) -> bool {
    ["closed", "reset", "broken pipe", "unexpected end", "frame with invalid size"]
        .iter()
        .any(|word| details.to_lowercase().contains(word))
}
