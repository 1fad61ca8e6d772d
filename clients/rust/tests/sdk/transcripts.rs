//! The transcripts of all SDKs, and a few bots that do not keep to them.

use std::path::PathBuf;
use std::sync::Arc;

use lawspeaker_bot::pb::lawspeaker::v1::Conduct;

use crate::described::Described;
use crate::transcript::{play_file, requests};

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../transcripts")
}

#[test]
fn the_words_of_a_transcript_make_the_prompts_that_stand_beside_it() {
    let asked = requests(&folder().join("text.transcript"));
    let prompts = asked.into_iter().map(|request| request.text.unwrap().to_string() + "\n");
    let prompts = prompts.collect::<String>();
    assert_eq!(prompts, std::fs::read_to_string(folder().join("text.prompts")).unwrap());
}

fn as_described(_: &mut Described) {}

async fn played(name: &str, change: fn(&mut Described)) -> Result<(), String> {
    play_file(&folder().join(name).with_extension("transcript"), change).await
}

#[tokio::test]
async fn every_transcript_is_played_as_it_stands() {
    let entries = std::fs::read_dir(folder()).expect("the transcripts");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension() == Some("transcript".as_ref())).collect();
    paths.sort();
    assert!(!paths.is_empty(), "no transcripts");
    let mut failures = Vec::new();
    for path in paths {
        if let Err(what) = play_file(&path, as_described).await {
            failures.push(format!("{}: {what}", path.file_stem().unwrap_or_default().display()));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[tokio::test]
async fn other_picks_are_noticed() {
    let told = played("northgard-random", |bot| bot.header.seed = "another".into()).await;
    assert!(told.unwrap_err().contains("heard Answer"));
}

#[tokio::test]
async fn another_hello_is_noticed() {
    let told = played("northgard-default", |bot| bot.header.max_matches += 1).await;
    assert!(told.unwrap_err().contains("heard Hello"));
}

#[tokio::test]
async fn a_bot_that_answers_at_random_where_defaults_are_expected_is_noticed() {
    let told = played("northgard-default", |bot| bot.header.set_conduct(Conduct::Random)).await;
    assert!(told.is_err());
}

#[tokio::test]
async fn a_count_that_differs_is_noticed() {
    // Its counts are not those that the player looks at.
    let told = played("void", |bot| bot.counts = Arc::default()).await;
    assert!(told.unwrap_err().contains("expected RunEnds"));
}
