//! Several messages in one, to the bot and from it.

use lawspeaker_bot::pb::lawspeaker::v1::play_request::Message as FromBot;
use lawspeaker_bot::pb::lawspeaker::v1::play_response::Message as FromReferee;
use lawspeaker_bot::pb::lawspeaker::v1::{
    Answer, AnswerRejected, PlayResponse, PlayResponseBatch, RejectReason, Welcome,
};
use lawspeaker_bot::{AnswerOrigin, Decision, play};
use prost::Message;
use tonic::{Code, Status};

use crate::bots::{answer, goodbye, meek, over, question, scripted, settings, started};
use crate::referee::{Call, Referee};

const MATCHES: usize = 150;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("m{number}")).collect()
}

fn batch(messages: impl IntoIterator<Item = FromReferee>) -> FromReferee {
    let messages = messages.into_iter();
    let responses = messages.map(|message| PlayResponse { message: Some(message) }).collect();
    FromReferee::Batch(PlayResponseBatch { responses })
}

fn welcome(batches: bool) -> FromReferee {
    FromReferee::Welcome(Welcome { batches, ..Default::default() })
}

/// Hears a Hello that takes batches.
async fn hello(call: &mut Call) {
    let Some(FromBot::Hello(hello)) = call.hear().await else { panic!("no Hello") };
    assert!(hello.batches);
}

/// So many answers, by message.
async fn answers(call: &mut Call, count: usize) -> Vec<Vec<Answer>> {
    let mut messages: Vec<Vec<Answer>> = Vec::new();
    while messages.iter().map(Vec::len).sum::<usize>() < count {
        messages.push(match call.hear().await {
            Some(FromBot::Answer(answer)) => vec![answer],
            Some(FromBot::AnswerBatch(batch)) => {
                assert!(batch.answers.len() > 1, "an answer alone needs no batch");
                batch.answers
            }
            other => panic!("expected answers, heard {other:?}"),
        });
    }
    messages
}

/// The answers of matches that are asked together once, by message.
async fn asked_once(
    batches: bool,
    count: usize,
    decide: fn(&Decision) -> Result<lawspeaker_bot::Answer, lawspeaker_bot::BotError>,
) -> Vec<Vec<Answer>> {
    let mut referee = Referee::begin().await;
    let (bot, endings) = scripted(count.try_into().unwrap(), decide);
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    hello(&mut call).await;
    call.say(welcome(batches));
    let names = names(count);
    call.say(batch(names.iter().map(|name| started(name))));
    call.say(batch(names.iter().map(|name| question(name, 1))));
    let messages = answers(&mut call, count).await;
    call.say(batch(names.iter().map(|name| over(name)).chain([goodbye()])));
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
    let mut answered: Vec<_> = messages.iter().flatten().map(|each| &each.match_id).collect();
    answered.sort();
    let mut expected: Vec<_> = names.iter().collect();
    expected.sort();
    assert_eq!(answered, expected);
    assert_eq!(endings.try_iter().count(), count);
    messages
}

#[tokio::test]
async fn answers_that_wait_leave_together_but_at_most_64() {
    let messages = asked_once(true, MATCHES, meek).await;
    assert!(messages.len() < MATCHES, "all left alone");
    assert!(messages.iter().all(|answers| answers.len() <= 64));
}

#[tokio::test]
async fn answers_leave_alone_if_the_referee_wants_it_so() {
    assert_eq!(asked_once(false, MATCHES, meek).await.len(), MATCHES);
}

#[tokio::test]
async fn long_answers_leave_in_messages_of_at_most_32_kib() {
    let messages = asked_once(true, 60, |decision| {
        if decision.match_id() == "m30" {
            return Ok(lawspeaker_bot::Answer::take(vec![
                usize::try_from(u32::MAX).unwrap();
                8000
            ]));
        }
        Ok(decision.default().annotated("x".repeat(2000)))
    })
    .await;
    let fits = |answers: &Vec<Answer>| {
        answers.len() == 1 || answers.iter().map(Message::encoded_len).sum::<usize>() <= 32 << 10
    };
    assert!(messages.iter().all(fits));
}

#[tokio::test]
async fn an_answer_says_whose_it_is_and_what_it_cost_and_long_remarks_are_cut() {
    let messages = asked_once(false, 2, |decision| {
        Ok(if decision.match_id() == "m0" {
            decision.default().with_tokens(1200, 34).with_origin(AnswerOrigin::Refusal)
        } else {
            decision.default().annotated(format!("x{}", "ä".repeat(50_000)))
        })
    })
    .await;
    let mut answers: Vec<_> = messages.into_iter().flatten().collect();
    answers.sort_by(|one, other| one.match_id.cmp(&other.match_id));
    assert_eq!((answers[0].input_tokens, answers[0].output_tokens), (1200, 34));
    assert_eq!(answers[0].origin(), AnswerOrigin::Refusal);
    assert_eq!(answers[1].annotation, format!("x{}", "ä".repeat(2047)));
    assert_eq!(answers[1].origin(), AnswerOrigin::Unspecified);
}

#[tokio::test]
async fn a_bot_resigns() {
    let messages = asked_once(false, 1, |_| Ok(lawspeaker_bot::Answer::resign())).await;
    let answers: Vec<_> = messages.into_iter().flatten().collect();
    assert!(answers[0].resign && answers[0].picks.is_empty());
}

#[tokio::test]
async fn a_rejection_in_a_batch_is_answered_with_the_default() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(2, |_| Ok(lawspeaker_bot::Answer::take([2])));
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    hello(&mut call).await;
    call.say(welcome(true));
    call.say(batch([started("a"), started("b"), question("a", 1), question("b", 1)]));
    answers(&mut call, 2).await;
    let rejected = |match_id: &str, reason: RejectReason| {
        FromReferee::AnswerRejected(AnswerRejected {
            match_id: match_id.into(),
            decision_id: 1,
            reason: reason.into(),
            ..Default::default()
        })
    };
    call.say(batch([rejected("a", RejectReason::WrongCount), rejected("b", RejectReason::Stale)]));
    assert_eq!(answer(call.hear().await), ("a".into(), 1, vec![0]));
    call.say(batch([over("a"), over("b"), goodbye()]));
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
}

#[tokio::test]
async fn the_welcome_may_come_in_a_batch_with_what_follows() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, meek);
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    hello(&mut call).await;
    call.say(batch([]));
    call.say(batch([welcome(false), started("m"), question("m", 1)]));
    assert_eq!(answer(call.hear().await).0, "m");
    call.say(batch([over("m"), goodbye()]));
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_batch_in_a_batch_is_passed_over_like_any_unknown_message() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, meek);
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    hello(&mut call).await;
    call.say(welcome(true));
    call.say(started("m"));
    call.say(batch([batch([question("m", 1)])]));
    call.say(question("m", 2));
    assert_eq!(answer(call.hear().await).1, 2);
    call.say(batch([over("m"), goodbye()]));
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
}

#[tokio::test]
async fn after_a_reconnect_the_new_welcome_counts() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(10, meek);
    let run = tokio::spawn(play(bot, settings(&referee)));
    let names = names(10);
    for (batches, id) in [(true, 1), (false, 2)] {
        let mut call = referee.call().await;
        hello(&mut call).await;
        call.say(welcome(batches));
        call.say(batch(names.iter().map(|name| started(name))));
        call.say(batch(names.iter().map(|name| question(name, id))));
        let messages = answers(&mut call, names.len()).await;
        if batches {
            call.end(Status::new(Code::Unavailable, "cut")).await;
        } else {
            assert_eq!(messages.len(), names.len());
            call.say(batch(names.iter().map(|name| over(name)).chain([goodbye()])));
            call.end(Status::ok("")).await;
        }
    }
    run.await.unwrap().unwrap();
}
