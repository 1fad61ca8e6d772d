//! Addresses, TLS, and what is said where no referee answers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lawspeaker_bot::{Error, Settings, Tls, play};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tonic::Status;
use tonic::transport::{Certificate, Identity, Server, ServerTlsConfig};

use crate::bots::{goodbye, meek, scripted, settings};
use crate::referee::{PATIENCE, Referee};

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lawspeaker-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a new folder");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a new file");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0); // a test that fails has more to say than this
    }
}

/// What a run against a referee comes to that says goodbye at once.
async fn greeted(mut referee: Referee, tls: Option<Tls>) -> Result<(), Error> {
    let (bot, _endings) = scripted(1, meek);
    let settings = Settings { tls, connect_within: PATIENCE, ..settings(&referee) };
    settled(&mut referee, bot, settings).await
}

async fn settled(
    referee: &mut Referee,
    bot: impl lawspeaker_bot::Bot,
    settings: Settings,
) -> Result<(), Error> {
    let run = tokio::spawn(play(bot, settings));
    let greet = async {
        let mut call = referee.call().await;
        call.welcome().await;
        call.say(goodbye());
        call.end(Status::ok("")).await;
        std::future::pending::<()>().await;
    };
    tokio::select! {
        ended = run => ended.expect("no panic"),
        () = greet => unreachable!(),
    }
}

/// As `greeted`, where the run fails: it does not try for long.
async fn refused(mut referee: Referee, tls: Option<Tls>) -> String {
    let (bot, _endings) = scripted(1, meek);
    let connect_within = Duration::from_millis(300);
    let settings = Settings { tls, connect_within, ..settings(&referee) };
    let error = settled(&mut referee, bot, settings).await.expect_err("no connection");
    assert!(matches!(error, Error::ConnectionRefused(_)), "{error:?}");
    let told = error.to_string();
    assert!(told.contains(&referee.address) && !told.contains('\n'), "{told}");
    told
}

#[tokio::test]
async fn where_nobody_listens_the_address_is_named() {
    let mut referee = Referee::begin().await;
    referee.address = "127.0.0.1:1".into();
    assert!(refused(referee, None).await.contains("is it running"));
}

#[tokio::test]
async fn a_host_that_cannot_be_resolved_is_told_as_that() {
    let mut referee = Referee::begin().await;
    // too long a label: no name server is asked
    referee.address = format!("{}.invalid:50051", "a".repeat(64));
    let told = refused(referee, None).await;
    assert!(
        told.ends_with("; the host cannot be resolved to an address; is it spelt right?"),
        "{told}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_socket_file_is_an_address() {
    let folder = Folder::new("socket");
    greeted(Referee::begin_at(&folder.0.join("referee")), None).await.unwrap();
}

/// An authority, and what it signs.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        Self(CertifiedIssuer::self_signed(params, key).expect("an authority"))
    }

    /// Certificate and key for a name, in PEM.
    fn sign(&self, name: &str) -> (String, String) {
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new([name.to_owned()]).expect("a name");
        let certificate = params.signed_by(&key, &self.0).expect("a certificate");
        (certificate.pem(), key.serialize_pem())
    }

    fn pem(&self) -> String {
        self.0.pem()
    }
}

async fn encrypted(certificate: (String, String), clients: Option<&Authority>) -> Referee {
    let mut config =
        ServerTlsConfig::new().identity(Identity::from_pem(certificate.0, certificate.1));
    if let Some(clients) = clients {
        config = config.client_ca_root(Certificate::from_pem(clients.pem()));
    }
    Referee::begin_on(Server::builder().tls_config(config).expect("TLS")).await
}

fn tls(ca: &str) -> Tls {
    Tls::from_files(ca, "", "").expect("an authority")
}

#[tokio::test]
async fn a_referee_of_the_authority_is_spoken_to_in_tls() {
    let (folder, authority) = (Folder::new("tls"), Authority::new());
    let referee = encrypted(authority.sign("127.0.0.1"), None).await;
    greeted(referee, Some(tls(&folder.write("ca", &authority.pem())))).await.unwrap();
}

#[tokio::test]
async fn a_referee_that_asks_for_the_bots_certificate_gets_it() {
    let (folder, authority) = (Folder::new("mutual"), Authority::new());
    let ca = folder.write("ca", &authority.pem());
    let (cert, key) = authority.sign("bot");
    let (cert, key) = (folder.write("cert", &cert), folder.write("key", &key));
    let referee = encrypted(authority.sign("127.0.0.1"), Some(&authority)).await;
    greeted(referee, Some(Tls::from_files(&ca, &cert, &key).unwrap())).await.unwrap();
    let referee = encrypted(authority.sign("127.0.0.1"), Some(&authority)).await;
    assert!(refused(referee, Some(tls(&ca))).await.contains("LAWSPEAKER_TLS_CERT"));
}

#[tokio::test]
async fn what_is_wrong_with_a_certificate_is_told() {
    let (folder, authority) = (Folder::new("certificates"), Authority::new());
    let ca = folder.write("ca", &authority.pem());
    let other = folder.write("other", &Authority::new().pem());
    let referee = encrypted(authority.sign("127.0.0.1"), None).await;
    assert!(refused(referee, Some(tls(&other))).await.contains("authority that signed it"));
    let referee = encrypted(authority.sign("elsewhere.example"), None).await;
    assert!(refused(referee, Some(tls(&ca))).await.contains("for another name"));
}

#[tokio::test]
async fn tls_on_one_side_alone_is_told() {
    let (folder, authority) = (Folder::new("alone"), Authority::new());
    let ca = folder.write("ca", &authority.pem());
    assert!(
        refused(Referee::begin().await, Some(tls(&ca))).await.contains("no TLS is spoken there")
    );
    let referee = encrypted(authority.sign("127.0.0.1"), None).await;
    assert!(refused(referee, None).await.contains("if the referee speaks TLS"));
}

#[test]
fn files_that_hold_something_else_are_named() {
    let folder = Folder::new("files");
    let (cert, key) = Authority::new().sign("bot");
    let (cert, key) = (folder.write("cert", &cert), folder.write("key", &key));
    let told = |ca: &str, cert: &str, key: &str| match Tls::from_files(ca, cert, key) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!(told("public", &cert, &key), "");
    let missing = Path::new(&cert).with_file_name("missing").display().to_string();
    assert!(told(&missing, "", "").contains(&missing));
    assert!(told(&key, "", "").contains("holds no certificate in PEM"));
    assert!(told("public", &key, &key).contains("holds no certificate"));
    assert!(told("public", &cert, &cert).contains("holds no private key"));
    assert!(told("public", &cert, "").contains("go together"));
    let locked = folder.write("locked", "-----BEGIN ENCRYPTED PRIVATE KEY-----");
    assert!(told("public", &cert, &locked).contains("password"));
}
