//! The service that `lawspeaker engine` runs, and what the bot asks of it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use lawspeaker_bot::BotError;
use lawspeaker_bot::pb::lawspeaker::v1::engine_service_client::EngineServiceClient;
use lawspeaker_bot::pb::lawspeaker::v1::session_request::Message as Request;
use lawspeaker_bot::pb::lawspeaker::v1::session_response::Message as Response;
use lawspeaker_bot::pb::lawspeaker::v1::{
    ApplyPicks, CopyPositions, DecisionPicks, LoadPositions, PlayoutResults, PositionAnswer,
    PositionState, ReleasePositions, RunPlayouts, SessionRequest, SessionResponse,
};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

/// A stream of `EngineService`, which answers requests in their order.
pub struct Engine {
    /// Its stdin is open as long as this process lives, and so long the service runs.
    _process: Child,
    requests: Sender<SessionRequest>,
    responses: Streaming<SessionResponse>,
}

impl Engine {
    /// Starts the service, and opens a stream to it.
    pub async fn start(command: &str) -> Result<Self, BotError> {
        let mut process = Command::new(command)
            .args(["engine", "--listen", "127.0.0.1:0", "--until-eof"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        if let Some(stdout) = &mut process.stdout {
            BufReader::new(stdout).read_line(&mut address)?;
        }
        let mut client = EngineServiceClient::connect(format!("http://{}", address.trim())).await?;
        let (requests, sent) = channel(1);
        let responses = client.session(ReceiverStream::new(sent)).await?.into_inner();
        Ok(Self { _process: process, requests, responses })
    }

    /// The answer with the lowest sum of places, and how often each was played out until the time
    /// was up.
    pub async fn best(
        &mut self,
        position: &[u8],
        seat: usize,
        answers: &[Vec<usize>],
        until: Instant,
    ) -> Result<(Vec<usize>, u32), BotError> {
        let positions = self.answered(position, seat, answers).await?;
        let mut sums = vec![(0_i64, 0_i64); answers.len()];
        let mut playouts = 0;
        while playouts == 0 || Instant::now() < until {
            let request = RunPlayouts {
                positions: positions.clone(),
                count: 1,
                deal_anew_for: Some(u32::try_from(seat)?),
                ..RunPlayouts::default()
            };
            let Response::Playouts(PlayoutResults { positions }) =
                self.ask(Request::Playouts(request)).await?
            else {
                return Err("the engine has not told the outcomes".into());
            };
            for ((ranks, scores), each) in sums.iter_mut().zip(positions) {
                *ranks += i64::from(each.rank_sums[seat]);
                *scores += i64::from(each.score_sums[seat]);
            }
            playouts += 1;
        }
        self.ask(Request::Release(ReleasePositions::default())).await?;
        let best = (0..answers.len()).min_by_key(|&index| (sums[index].0, -sums[index].1));
        Ok((answers[best.unwrap_or_default()].clone(), playouts))
    }

    /// The numbers of positions that follow each answer of the seat. Where several seats decide at
    /// once, the others take their defaults.
    async fn answered(
        &mut self,
        position: &[u8],
        seat: usize,
        answers: &[Vec<usize>],
    ) -> Result<Vec<u32>, BotError> {
        let load = LoadPositions { positions: vec![position.to_vec()], ..LoadPositions::default() };
        let loaded = self.positions(Request::Load(load)).await?;
        let numbers = loaded.iter().map(|state| state.position).collect();
        let copy = CopyPositions { positions: numbers, count: u32::try_from(answers.len())? };
        let copies = self.positions(Request::Copy(copy)).await?;
        let mut apply = ApplyPicks::default();
        for (state, picks) in copies.iter().zip(answers) {
            let mut answer = PositionAnswer { position: state.position, decisions: Vec::new() };
            for decision in &state.decisions {
                let picks = if decision.seat as usize == seat {
                    picks.iter().map(|&pick| u32::try_from(pick)).collect::<Result<_, _>>()?
                } else {
                    decision.default_picks.clone()
                };
                answer.decisions.push(DecisionPicks { picks });
            }
            apply.answers.push(answer);
        }
        let after = self.positions(Request::Apply(apply)).await?;
        Ok(after.iter().map(|state| state.position).collect())
    }

    async fn positions(&mut self, request: Request) -> Result<Vec<PositionState>, BotError> {
        match self.ask(request).await? {
            Response::Positions(states) => Ok(states.positions),
            other => Err(format!("the engine answers by {other:?}, not by positions").into()),
        }
    }

    /// Sends a request and returns its response, if it can be done.
    async fn ask(&mut self, request: Request) -> Result<Response, BotError> {
        let sent = self.requests.send(SessionRequest { message: Some(request) }).await;
        let response = self.responses.message().await?; // says why the stream ended, if it has
        sent?;
        match response.and_then(|response| response.message) {
            Some(Response::Error(error)) => {
                Err(format!("the engine refuses: {}", error.message).into())
            }
            Some(response) => Ok(response),
            None => Err("the engine has ended the stream".into()),
        }
    }
}
