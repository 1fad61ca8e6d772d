"""`lawspeaker tournament void`, `put-out` and `reinstate` as the organiser has them."""

from __future__ import annotations

import json

import pytest

from tests.referee.cli.test_tournament import file, home, told

__all__ = ["home"]


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_decisions_are_made_signed_taken_over_by_the_next_run_and_verified(run, home):
    path = file(home)
    assert run("keys", "create", "organiser.key").code == 0
    key = ("--key", "organiser.key")
    assert run("tournament", "run", path, "--quiet", *key).code == 0
    match = "quick/r1-a+b/1"
    unsaid = run("tournament", "void", path, match, "--reason", "dice were seen")
    assert (unsaid.code, unsaid.err) == (
        2, "lawspeaker: say whether the match is played again: --replay or --no-replay\n")
    assert run("tournament", "void", path, match, "--reason", "dice were seen", "--replay", *key).err == (
        f"quick: match {match} does not count and is played again: dice were seen\n")
    assert told(run, path)["state"] == "open"
    assert run("tournament", "run", path, "--quiet", *key).code == 0
    [decision] = told(run, path)["organiser"]
    assert (decision["subject"], decision["reason"]) == (match, "dice were seen")
    assert run("tournament", "put-out", path, "b", "--reason", "it sulks", *key).err == (
        "quick: bot b plays no more: it sulks\n")
    assert run("tournament", "reinstate", path, "b", *key).err == "quick: bot b plays again\n"
    verified = run("tournament", "verify", path)
    assert verified.code == 0, verified.out
    secret = json.loads(run("tournament", "report", path, "--reveal", "--json", *key).out)["secret"]
    records = run("verify", "--secret", secret, home / "records/quick")
    assert records.code == 0, records.err
    assert records.out.count("ok ") == 3
    assert any("r1-a+b-1.2.lsr" in line for line in records.out.splitlines())
