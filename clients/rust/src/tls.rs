//! TLS for bots: what the environment says of it, and what to do when a connection does not come
//! about.

#[cfg(not(feature = "tls"))]
#[path = "tls/off.rs"]
mod keys;
#[cfg(feature = "tls")]
#[path = "tls/on.rs"]
mod keys;

pub use keys::Tls;

use crate::error::Error;

pub(crate) const CA_VARIABLE: &str = "LAWSPEAKER_TLS_CA";
pub(crate) const CERT_VARIABLE: &str = "LAWSPEAKER_TLS_CERT";
pub(crate) const KEY_VARIABLE: &str = "LAWSPEAKER_TLS_KEY";
/// In place of a file: the public authorities that come with this crate.
const PUBLIC: &str = "public";

impl Tls {
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

/// What is probably wrong, by the words for a connection that failed; None if they do not tell.
pub(crate) fn hint(details: &str, encrypted: bool) -> Option<String> {
    let says = |word: &str| details.contains(word);
    if says("dns error") {
        Some("the host cannot be resolved to an address; is it spelt right?".into())
    } else if says("NotValidForName") || says("not valid for name") {
        Some("the referee's certificate is for another name; dial one that stands in it".into())
    } else if says("Expired") || says("certificate expired") {
        Some("the referee's certificate is not accepted: it has expired".into())
    } else if says("CaUsedAsEndEntity") {
        Some(
            "the referee's certificate is that of an authority, which Rust takes from no referee; \
             make it with basicConstraints CA:FALSE"
                .into(),
        )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authoritys_own_certificate_is_told_from_one_of_an_unknown_authority() {
        let told = |why: &str| hint(&format!("invalid peer certificate: {why}"), true).unwrap();
        assert!(told("Other(OtherError(CaUsedAsEndEntity))").contains("CA:FALSE"));
        assert!(told("UnknownIssuer").contains(CA_VARIABLE));
    }
}
