//! The examples play through the referee of this checkout; without one the test is left out.

use std::env::{join_paths, split_paths, var_os};
use std::path::Path;

use tokio::process::Command;

#[tokio::test]
async fn the_bot_that_looks_ahead_plays_a_match_without_a_fault() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.venv/bin");
    let referee = programs.join("lawspeaker");
    if !referee.exists() {
        eprintln!("left out: there is no referee (make setup)");
        return;
    }
    let built = Path::new(env!("CARGO_BIN_EXE_random")).with_file_name("examples");
    let bot = built.join("flat_monte_carlo");
    let path = var_os("PATH").unwrap_or_default();
    let played = Command::new(referee)
        .args(["play", "northgard", "--json", "--clock", "none", "--seed", "1", "--bot"])
        .args([&format!("cmd:{}", bot.display()), "random"])
        .env("PATH", join_paths([programs].into_iter().chain(split_paths(&path))).expect("paths"))
        .output()
        .await
        .expect("the referee starts");
    let told = String::from_utf8_lossy(&played.stdout);
    let stderr = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success() && told.contains(r#""faults": [{}, {}]"#), "{told}{stderr}");
}
