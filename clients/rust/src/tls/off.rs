//! What stands for TLS in a crate that is built without the feature `tls`.

use tonic::transport::{self, Endpoint};

use super::{CA_VARIABLE, wrong};
use crate::error::Error;

/// How the connection is encrypted: not at all without the feature `tls`, so there is none.
#[derive(Clone)]
pub enum Tls {}

impl Tls {
    pub(super) fn from_files(_ca: &str, _cert: &str, _key: &str) -> Result<Self, Error> {
        Err(wrong(format!(
            "{CA_VARIABLE} is set, but this bot is built without TLS; build it with the feature `tls` of \
             lawspeaker-bot"
        )))
    }

    pub(crate) fn encrypt(&self, _endpoint: Endpoint) -> Result<Endpoint, transport::Error> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_without_tls_does_not_dial_in_clear_where_tls_is_asked_for() {
        let asked =
            |name: &str| if name == CA_VARIABLE { "public".to_owned() } else { String::new() };
        let told =
            Tls::from_variables(asked).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.contains("the feature `tls`"), "{told}");
        assert!(matches!(Tls::from_variables(|_| String::new()), Ok(None)));
    }
}
