//! One stream to the referee.

use std::collections::VecDeque;
use std::error::Error as StdError;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use prost::Message as _;
use tokio::sync::mpsc::{
    UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel,
};
use tokio::time::Instant;
use tonic::transport::Channel;
use tonic::{Code, Status, Streaming};

use crate::error::Error;
use crate::pb::lawspeaker::v1::referee_service_client::RefereeServiceClient;
use crate::pb::lawspeaker::v1::{
    Answer, AnswerBatch, GoodbyeReason, Hello, PlayRequest, PlayResponse, play_request,
    play_response,
};

/// Bytes of a message from the referee, and of one to it.
const MOST_RECEIVED: usize = 16 << 20;
const MOST_SENT: usize = 1 << 20;
/// Answers of one message, and their bytes.
const MOST_ANSWERS: usize = 64;
const BATCH_BYTES: usize = 32 << 10;

/// Where answers are sent; what is sent after the stream's end is dropped.
///
/// It holds no more than an answer for each decision that was asked, and keeps no stream open: a bot
/// may think long after it.
#[derive(Clone)]
pub(crate) struct Outbox(WeakUnboundedSender<play_request::Message>);

impl Outbox {
    pub fn answer(&self, answer: Answer) {
        if let Some(outgoing) = self.0.upgrade() {
            // A stream that is gone is the reader's news: only it knows whether there was a goodbye.
            let _ = outgoing.send(play_request::Message::Answer(answer));
        }
    }
}

/// What the call writes. Where the referee takes that, answers that wait leave together.
struct Outgoing {
    queue: UnboundedReceiver<play_request::Message>,
    /// Taken out of the queue, and left for a later message.
    next: Option<play_request::Message>,
    batches: Arc<AtomicBool>,
    /// Whether the tasks of other matches have had a turn since the last message.
    has_yielded: bool,
}

impl Outgoing {
    /// A message with this answer and those that wait behind it.
    fn with_waiting(&mut self, first: Answer) -> play_request::Message {
        let mut size = first.encoded_len();
        let mut answers = vec![first];
        while answers.len() < MOST_ANSWERS {
            match self.queue.try_recv() {
                Ok(play_request::Message::Answer(answer))
                    if size + answer.encoded_len() <= BATCH_BYTES =>
                {
                    size += answer.encoded_len();
                    answers.push(answer);
                }
                Ok(other) => {
                    self.next = Some(other);
                    break;
                }
                Err(_) => break, // whether the stream is over is found when it is polled again
            }
        }
        if answers.len() == 1 {
            return play_request::Message::Answer(answers.remove(0));
        }
        play_request::Message::AnswerBatch(AnswerBatch { answers })
    }
}

impl tokio_stream::Stream for Outgoing {
    type Item = PlayRequest;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<PlayRequest>> {
        let outgoing = self.get_mut();
        let message = match outgoing.next.take() {
            Some(message) => message,
            None => match ready!(outgoing.queue.poll_recv(context)) {
                Some(message) => message,
                None => return Poll::Ready(None),
            },
        };
        let message = match message {
            play_request::Message::Answer(answer) if outgoing.batches.load(Ordering::Relaxed) => {
                if !outgoing.has_yielded {
                    // Matches that can run now answer first.
                    outgoing.has_yielded = true;
                    outgoing.next = Some(play_request::Message::Answer(answer));
                    context.waker().wake_by_ref();
                    return Poll::Pending;
                }
                outgoing.has_yielded = false;
                outgoing.with_waiting(answer)
            }
            message => message,
        };
        Poll::Ready(Some(PlayRequest { message: Some(message) }))
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

/// What the call brings.
struct Incoming {
    call: Streaming<PlayResponse>,
    /// The rest of a batch.
    rest: VecDeque<PlayResponse>,
}

impl Incoming {
    /// The next message, also of those that come as a batch. Nothing is lost if it is cancelled.
    async fn message(&mut self) -> Result<Option<PlayResponse>, Status> {
        loop {
            if let Some(response) = self.rest.pop_front() {
                return Ok(Some(response));
            }
            match self.call.message().await? {
                Some(PlayResponse { message: Some(play_response::Message::Batch(batch)) }) => {
                    self.rest = batch.responses.into();
                }
                other => return Ok(other),
            }
        }
    }
}

/// The channel's one call; dropped, it ends without a word.
pub(crate) struct Stream {
    incoming: Incoming,
    outgoing: UnboundedSender<play_request::Message>,
    since: Instant,
}

impl Stream {
    /// Says Hello and hears Welcome.
    pub async fn open(channel: Channel, hello: Hello) -> Result<Self, Unwelcome> {
        let (outgoing, queue) = unbounded_channel();
        let _ = outgoing.send(play_request::Message::Hello(hello)); // the other end is still here
        let batches = Arc::new(AtomicBool::new(false));
        let sent = Outgoing { queue, next: None, batches: batches.clone(), has_yielded: false };
        let mut client = RefereeServiceClient::new(channel)
            .max_decoding_message_size(MOST_RECEIVED)
            .max_encoding_message_size(MOST_SENT);
        let call = client.play(sent).await.map_err(|status| unwelcome(&status))?;
        let mut incoming = Incoming { call: call.into_inner(), rest: VecDeque::new() };
        match incoming
            .message()
            .await
            .map_err(|status| unwelcome(&status))?
            .and_then(|first| first.message)
        {
            Some(play_response::Message::Welcome(welcome)) => {
                batches.store(welcome.batches, Ordering::Relaxed);
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
