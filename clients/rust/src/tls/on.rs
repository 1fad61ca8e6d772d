//! TLS with keys from files.

use std::fs;

use tonic::transport::{self, Certificate, ClientTlsConfig, Endpoint, Identity};

use super::{CERT_VARIABLE, KEY_VARIABLE, PUBLIC, wrong};
use crate::error::Error;

/// How the connection is encrypted, and who the bot is.
#[derive(Clone)]
pub struct Tls(ClientTlsConfig);

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

    /// The endpoint, encrypted.
    pub(crate) fn encrypt(&self, endpoint: Endpoint) -> Result<Endpoint, transport::Error> {
        endpoint.tls_config(self.0.clone())
    }
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
