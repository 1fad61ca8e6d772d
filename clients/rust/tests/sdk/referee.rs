//! A server that says what a test tells it, byte by byte, and hands over every call.

use std::convert::Infallible;
use std::task::{Context, Poll};
use std::time::Duration;

use lawspeaker_bot::pb::lawspeaker::v1::{
    PlayRequest, PlayResponse, Welcome, play_request, play_response,
};
use prost::Message;
use prost::bytes::BufMut;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use tokio_stream::wrappers::UnboundedReceiverStream;
#[cfg(unix)]
use tokio_stream::wrappers::UnixListenerStream;
use tonic::body::Body;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::{BoxFuture, Service, http};
use tonic::server::{Grpc, NamedService, StreamingService};
use tonic::transport::Server;
use tonic::transport::server::{Router, TcpIncoming};
use tonic::{Request, Response, Status, Streaming};

/// Nothing that a test waits for takes longer.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// One call of Play.
pub struct Call {
    incoming: Streaming<PlayRequest>,
    outgoing: UnboundedSender<Result<Vec<u8>, Status>>,
}

impl Call {
    /// The bot's next message; None if it is gone.
    pub async fn hear(&mut self) -> Option<play_request::Message> {
        let heard = timeout(PATIENCE, self.incoming.message()).await.expect("the bot says nothing");
        heard.ok().flatten().and_then(|request| request.message)
    }

    /// Hears Hello and says Welcome.
    pub async fn welcome(&mut self) {
        assert!(matches!(self.hear().await, Some(play_request::Message::Hello(_))));
        self.say(play_response::Message::Welcome(Welcome::default()));
    }

    pub fn say(&self, message: play_response::Message) {
        self.say_bytes(PlayResponse { message: Some(message) }.encode_to_vec());
    }

    pub fn say_bytes(&self, message: Vec<u8>) {
        let _ = self.outgoing.send(Ok(message)); // a bot that is gone shows when it is listened to
    }

    /// Ends the call, and hears what crossed its end.
    pub async fn end(mut self, status: Status) -> Vec<play_request::Message> {
        if status.code() != tonic::Code::Ok {
            let _ = self.outgoing.send(Err(status));
        }
        let (closed, _) = unbounded_channel();
        self.outgoing = closed;
        let mut crossed = Vec::new();
        while let Some(message) = self.hear().await {
            crossed.push(message);
        }
        crossed
    }
}

/// A referee on a port of its own.
pub struct Referee {
    pub address: String,
    calls: UnboundedReceiver<Call>,
}

impl Referee {
    pub async fn begin() -> Self {
        Self::begin_on(Server::builder()).await
    }

    pub async fn begin_on(mut server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (router, calls) = router(&mut server);
        tokio::spawn(router.serve_with_incoming(TcpIncoming::from(listener)));
        Self { address, calls }
    }

    /// A referee on a socket file.
    #[cfg(unix)]
    pub fn begin_at(path: &std::path::Path) -> Self {
        let listener = tokio::net::UnixListener::bind(path).expect("a new socket file");
        let (router, calls) = router(&mut Server::builder());
        let incoming = UnixListenerStream::new(listener);
        tokio::spawn(router.serve_with_incoming(incoming));
        Self { address: format!("unix:{}", path.display()), calls }
    }

    /// The next call.
    pub async fn call(&mut self) -> Call {
        timeout(PATIENCE, self.calls.recv()).await.expect("the bot does not dial").expect("a call")
    }

    /// Whether a call came that nobody has waited for.
    pub fn is_called(&mut self) -> bool {
        self.calls.try_recv().is_ok()
    }
}

fn router(server: &mut Server) -> (Router, UnboundedReceiver<Call>) {
    let (sender, calls) = unbounded_channel();
    (server.add_service(Play(sender)), calls)
}

/// The service of `proto/`, its messages to the bot as bytes.
#[derive(Clone)]
struct Play(UnboundedSender<Call>);

impl NamedService for Play {
    const NAME: &'static str = "lawspeaker.v1.RefereeService";
}

impl Service<http::Request<Body>> for Play {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        assert_eq!(request.uri().path(), "/lawspeaker.v1.RefereeService/Play");
        let service = self.clone();
        Box::pin(async move { Ok(Grpc::new(Bytes).streaming(service, request).await) })
    }
}

impl StreamingService<PlayRequest> for Play {
    type Response = Vec<u8>;
    type ResponseStream = UnboundedReceiverStream<Result<Vec<u8>, Status>>;
    type Future = BoxFuture<Response<Self::ResponseStream>, Status>;

    fn call(&mut self, request: Request<Streaming<PlayRequest>>) -> Self::Future {
        let (outgoing, said) = unbounded_channel();
        let _ = self.0.send(Call { incoming: request.into_inner(), outgoing });
        Box::pin(async { Ok(Response::new(UnboundedReceiverStream::new(said))) })
    }
}

/// Writes bytes as they stand, reads messages.
#[derive(Clone)]
struct Bytes;

impl Codec for Bytes {
    type Encode = Vec<u8>;
    type Decode = PlayRequest;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, message: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&message);
        Ok(())
    }
}

impl Decoder for Bytes {
    type Item = PlayRequest;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<PlayRequest>, Status> {
        let read = PlayRequest::decode(buffer).map(Some);
        read.map_err(|error| Status::internal(error.to_string()))
    }
}
