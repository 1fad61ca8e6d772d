//! One stream to the referee.

use std::error::Error as StdError;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedSender, WeakUnboundedSender, unbounded_channel};
use tokio::time::Instant;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Channel;
use tonic::{Code, Status, Streaming};

use crate::error::Error;
use crate::pb::lawspeaker::v1::referee_service_client::RefereeServiceClient;
use crate::pb::lawspeaker::v1::{
    Answer, GoodbyeReason, Hello, PlayRequest, PlayResponse, play_request, play_response,
};

/// Bytes of a message from the referee, and of one to it.
const MOST_RECEIVED: usize = 16 << 20;
const MOST_SENT: usize = 1 << 20;

/// Where answers are sent; what is sent after the stream's end is dropped.
///
/// It holds no more than an answer for each decision that was asked, and keeps no stream open: a bot
/// may think long after it.
#[derive(Clone)]
pub(crate) struct Outbox(WeakUnboundedSender<PlayRequest>);

impl Outbox {
    pub fn answer(&self, answer: Answer) {
        let message = Some(play_request::Message::Answer(answer));
        if let Some(outgoing) = self.0.upgrade() {
            // A stream that is gone is the reader's news: only it knows whether there was a goodbye.
            let _ = outgoing.send(PlayRequest { message });
        }
    }
}

/// Why a stream did not come about.
pub(crate) enum Unwelcome {
    /// There is no place now: the bot's own lost stream has it, maybe, which the referee has not
    /// missed yet.
    NoPlace(String),
    /// The connection broke under it.
    Broken(String),
    /// Anything else.
    Failed(Error),
}

impl From<Unwelcome> for Error {
    fn from(unwelcome: Unwelcome) -> Self {
        match unwelcome {
            Unwelcome::NoPlace(text) => Self::Refused(text),
            Unwelcome::Broken(text) => Self::ConnectionLost(text),
            Unwelcome::Failed(error) => error,
        }
    }
}

/// The channel's one call; dropped, it ends without a word.
pub(crate) struct Stream {
    incoming: Streaming<PlayResponse>,
    outgoing: UnboundedSender<PlayRequest>,
    since: Instant,
}

impl Stream {
    /// Says Hello and hears Welcome.
    pub async fn open(channel: Channel, hello: Hello) -> Result<Self, Unwelcome> {
        let (outgoing, sent) = unbounded_channel();
        let message = Some(play_request::Message::Hello(hello));
        let _ = outgoing.send(PlayRequest { message }); // the other end is still here
        let mut client = RefereeServiceClient::new(channel)
            .max_decoding_message_size(MOST_RECEIVED)
            .max_encoding_message_size(MOST_SENT);
        let call = client.play(UnboundedReceiverStream::new(sent)).await;
        let mut incoming = call.map_err(|status| unwelcome(&status))?.into_inner();
        match incoming
            .message()
            .await
            .map_err(|status| unwelcome(&status))?
            .and_then(|first| first.message)
        {
            Some(play_response::Message::Welcome(_)) => {
                Ok(Self { incoming, outgoing, since: Instant::now() })
            }
            Some(play_response::Message::Goodbye(goodbye)) => {
                let text = format!("the referee refused the bot: {}", goodbye.message);
                Err(match goodbye.reason() {
                    GoodbyeReason::Draining => Unwelcome::NoPlace(text),
                    _ => Unwelcome::Failed(Error::Refused(text)),
                })
            }
            _ => Err(Unwelcome::Failed(Error::Refused(
                "the referee did not answer Hello with Welcome; is this a Lawspeaker referee?"
                    .into(),
            ))),
        }
    }

    /// The next message, None at the stream's end. Nothing is lost if it is cancelled.
    pub async fn read(&mut self) -> Result<Option<PlayResponse>, Error> {
        self.incoming.message().await.map_err(|status| explained(&status))
    }

    /// Where answers to what this stream asks are sent.
    pub fn outbox(&self) -> Outbox {
        Outbox(self.outgoing.downgrade())
    }

    /// How long the referee has welcomed the bot.
    pub fn held(&self) -> Duration {
        self.since.elapsed()
    }
}

/// A status before the bot was welcomed.
fn unwelcome(status: &Status) -> Unwelcome {
    match explained(status) {
        Error::Refused(text) if status.code() == Code::ResourceExhausted => {
            Unwelcome::NoPlace(text)
        }
        Error::ConnectionLost(text) if status.source().is_some() => Unwelcome::Broken(text),
        error => Unwelcome::Failed(error),
    }
}

/// A status of the call as an error of one line.
fn explained(status: &Status) -> Error {
    let code = status.code();
    if let Some(source) = status.source() {
        // Not the referee's word: tonic's own for a connection that broke.
        return Error::ConnectionLost(format!(
            "the connection to the referee broke: {}",
            chain(source)
        ));
    }
    // OutOfRange is tonic's own, for a message that is larger than is allowed.
    let details = if status.message().is_empty() { code.description() } else { status.message() };
    match code {
        Code::Unauthenticated
        | Code::FailedPrecondition
        | Code::InvalidArgument
        | Code::PermissionDenied
        | Code::ResourceExhausted
        | Code::OutOfRange => Error::Refused(format!("the referee refused the bot: {details}")),
        _ => Error::ConnectionLost(format!(
            "the connection to the referee broke ({code:?}): {details}"
        )),
    }
}

/// An error and what led to it, what says the same twice left out.
pub(crate) fn chain(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        source = error.source();
    }
    text
}
