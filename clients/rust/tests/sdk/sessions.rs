//! What the transcripts cannot show: slow, failing and panicking bots, and runs that are dropped.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use lawspeaker_bot::{Answer, Error, play};
use tokio::sync::mpsc::unbounded_channel;
use tonic::Status;

use crate::bots::{answer, goodbye, meek, over, question, scripted, settings, started};
use crate::referee::{PATIENCE, Referee};

#[tokio::test]
async fn a_slow_decision_does_not_hold_up_another_match() {
    let mut referee = Referee::begin().await;
    let (release, slow) = mpsc::channel();
    let slow = Mutex::new(slow);
    let (bot, _endings) = scripted(2, move |decision| {
        if decision.match_id() == "slow" {
            slow.lock().unwrap().recv_timeout(PATIENCE)?;
        }
        Ok(decision.default())
    });
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    for message in [started("slow"), started("fast"), question("slow", 1), question("fast", 1)] {
        call.say(message);
    }
    assert_eq!(answer(call.hear().await).0, "fast");
    release.send(()).unwrap();
    assert_eq!(answer(call.hear().await).0, "slow");
    for message in [over("slow"), over("fast"), goodbye()] {
        call.say(message);
    }
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_run_waits_for_the_thoughts_that_are_left_after_goodbye() {
    let mut referee = Referee::begin().await;
    let (bot, endings) = scripted(1, meek);
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    for message in [started("m"), over("m"), goodbye()] {
        call.say(message);
    }
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
    assert_eq!(endings.try_recv().unwrap().rank(), Some(1));
}

#[tokio::test]
async fn a_decision_that_is_over_before_the_bot_saw_it_is_not_decided() {
    let mut referee = Referee::begin().await;
    let (thinks, mut thinking) = unbounded_channel();
    let (release, thought) = mpsc::channel();
    let thought = Mutex::new(thought);
    let (bot, _endings) = scripted(2, move |decision| {
        assert_ne!(decision.decision_id(), 2, "it is over");
        if decision.decision_id() == 1 {
            thinks.send(())?;
            thought.lock().unwrap().recv_timeout(PATIENCE)?;
        }
        Ok(decision.default())
    });
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 1));
    thinking.recv().await.unwrap();
    for message in [question("m", 2), question("m", 3), started("n"), question("n", 3)] {
        call.say(message);
    }
    assert_eq!(answer(call.hear().await).0, "n"); // so all before it has been read
    release.send(()).unwrap();
    assert_eq!(answer(call.hear().await).1, 1);
    assert_eq!(answer(call.hear().await).1, 3);
    run.abort();
}

#[tokio::test]
async fn a_thought_goes_on_while_the_connection_is_lost_and_is_answered_once_on_the_new_stream() {
    let mut referee = Referee::begin().await;
    let (release, thought) = mpsc::channel();
    let (thought, decided) = (Mutex::new(thought), Arc::new(AtomicU32::new(0)));
    let count = decided.clone();
    let (bot, _endings) = scripted(1, move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        thought.lock().unwrap().recv_timeout(PATIENCE)?;
        Ok(Answer::take([2]))
    });
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 1));
    assert!(call.end(Status::unavailable("gone")).await.is_empty());
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 1));
    release.send(()).unwrap();
    assert_eq!(answer(call.hear().await), ("m".into(), 1, vec![2]));
    for message in [over("m"), goodbye()] {
        call.say(message);
    }
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
    assert_eq!(decided.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_match_that_does_not_come_back_in_time_is_over_with_the_reason() {
    let mut referee = Referee::begin().await;
    let (bot, endings) = scripted(2, meek);
    let mut settings = settings(&referee);
    settings.reconnect_within = Some(Duration::from_millis(50));
    let run = tokio::spawn(play(bot, settings));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("gone"));
    call.say(question("gone", 1));
    answer(call.hear().await);
    call.end(Status::unavailable("gone")).await;
    let mut call = referee.call().await;
    call.welcome().await;
    let ending = tokio::task::spawn_blocking(move || endings.recv_timeout(PATIENCE));
    let ending = ending.await.unwrap().unwrap();
    assert!(ending.lost.contains("did not come back within 0.05 s"), "{}", ending.lost);
    assert_eq!((ending.rank(), ending.match_info.match_id.as_str()), (None, "gone"));
    call.say(goodbye());
    call.end(Status::ok("")).await;
    run.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_connection_that_breaks_every_time_is_given_up_with_both_reasons() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, meek);
    let mut settings = settings(&referee);
    settings.reconnect_within = Some(Duration::from_millis(40));
    settings.backoff.longest = Duration::from_secs(5);
    let run = tokio::spawn(play(bot, settings));
    let mut call = referee.call().await;
    call.welcome().await;
    call.end(Status::unavailable("first")).await;
    tokio::spawn(async move {
        loop {
            referee.call().await.end(Status::unavailable("again")).await;
        }
    });
    let error = run.await.unwrap().unwrap_err();
    assert!(matches!(error, Error::ConnectionLost(_)));
    let told = error.to_string();
    assert!(told.contains("first") && told.contains("again") && told.contains("0.04 s"), "{told}");
}

#[tokio::test]
async fn a_referee_that_does_not_welcome_the_bot_in_time_is_given_up() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, meek);
    let mut settings = settings(&referee);
    settings.connect_within = Duration::from_secs(2);
    let run = tokio::spawn(play(bot, settings));
    let _call = referee.call().await;
    let error = run.await.unwrap().unwrap_err();
    assert!(matches!(error, Error::ConnectionLost(_)));
    assert!(error.to_string().ends_with("no answer within 2 s"), "{error}");
}

#[tokio::test]
async fn reconnect_within_zero_ends_the_run_with_its_connection() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, meek);
    let mut settings = settings(&referee);
    settings.reconnect_within = Some(Duration::ZERO);
    let run = tokio::spawn(play(bot, settings));
    let mut call = referee.call().await;
    call.welcome().await;
    call.end(Status::unavailable("gone")).await;
    assert!(matches!(run.await.unwrap(), Err(Error::ConnectionLost(_))));
}

#[tokio::test]
async fn what_a_bot_fails_with_ends_the_run_and_says_where() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, |_| Err("no idea".into()));
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 7));
    let error = run.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the bot failed at turn.action, decision 7 of m: no idea");
    assert!(call.hear().await.is_none());
}

#[tokio::test]
async fn a_bot_that_fails_while_the_connection_is_lost_ends_the_run_at_once() {
    let mut referee = Referee::begin().await;
    let (fail, thought) = mpsc::channel::<()>();
    let thought = Mutex::new(thought);
    let (bot, _endings) = scripted(1, move |_| {
        thought.lock().unwrap().recv_timeout(PATIENCE)?;
        Ok(Answer::default())
    });
    let mut settings = settings(&referee);
    settings.backoff.first = PATIENCE;
    let run = tokio::spawn(play(bot, settings));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 1));
    call.end(Status::unavailable("gone")).await;
    drop(fail);
    assert!(matches!(run.await.unwrap(), Err(Error::Bot { .. })));
}

#[tokio::test]
async fn a_bots_panic_goes_through_after_a_line_that_says_where() {
    log::set_logger(&LINES).expect("no other test has a logger");
    log::set_max_level(log::LevelFilter::Error);
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, |_| panic!("on purpose"));
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 1));
    let panic = run.await.unwrap_err().into_panic();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"on purpose"));
    let line = "the bot panicked at turn.action, decision 1 of m".to_owned();
    assert_eq!(*LINES.0.lock().unwrap(), [line]);
}

/// The errors that are logged.
struct Lines(Mutex<Vec<String>>);

static LINES: Lines = Lines(Mutex::new(Vec::new()));

impl log::Log for Lines {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        self.0.lock().unwrap().push(record.args().to_string());
    }

    fn flush(&self) {}
}

#[tokio::test]
#[cfg(target_pointer_width = "64")]
async fn a_pick_that_no_message_can_carry_is_named() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, |_| Ok(Answer::take([1 << 32])));
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 1));
    let error = run.await.unwrap().unwrap_err();
    assert!(matches!(error, Error::WrongPicks(_)));
    assert!(error.to_string().contains("[4294967296]"), "{error}");
}

#[tokio::test]
async fn a_run_that_is_dropped_hangs_up() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, meek);
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    run.abort();
    assert!(call.hear().await.is_none());
}

#[tokio::test]
async fn a_bot_may_wait_for_what_is_async() {
    let mut referee = Referee::begin().await;
    let (bot, _endings) = scripted(1, |decision| {
        let later = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            decision.default()
        };
        Ok(tokio::runtime::Handle::current().block_on(later))
    });
    let run = tokio::spawn(play(bot, settings(&referee)));
    let mut call = referee.call().await;
    call.welcome().await;
    call.say(started("m"));
    call.say(question("m", 1));
    assert_eq!(answer(call.hear().await), ("m".into(), 1, vec![0]));
    run.abort();
}
