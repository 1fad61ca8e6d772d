"""Two runs of a tournament at one ledger, of which one is killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.tournament.setup import begin
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.referee.competition.quick_tournaments import WAITS, script
from tests.referee.competition.test_runner import RUNNER, Tournament, _until, rounds
from tests.referee.host.script_bots import running_with

pytestmark = pytest.mark.slow



def _parent(pid: int) -> int:
    """Return who started a process; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[1])
    except OSError:
        return 0


ROUNDS = 10


def _playing(cup: Tournament) -> set[int]:
    """The runners whose workers have matches."""
    return {_parent(int(lease.worker.split("/")[-2])) for lease in cup.ledger.leases("cup")}


def test_two_runners_share_a_tournament_and_if_one_is_killed_the_other_counts_every_match_once(tmp_path, nowhere):
    bots = [{"name": "a", "spec": f"{script(tmp_path, WAITS)} {tmp_path}"}, {"name": "b", "spec": "random"}]
    terms = {"bots": bots, "format": rounds(ROUNDS), "clock": "move=60s"}
    cup = Tournament(tmp_path, url=nowhere, **terms)
    begin(cup.ledger, cup.terms)
    changes = json.dumps({"url": nowhere, "workers": 1, **terms})
    runners = [subprocess.Popen([sys.executable, "-c", RUNNER, str(tmp_path), changes]) for _ in range(2)]
    both = {runner.pid for runner in runners}
    try:
        _until(lambda: _playing(cup) >= both)
        (tmp_path / "first").touch()
        _until(lambda: len(cup.digests) == ROUNDS and _playing(cup) >= both)
        runners[0].kill()
        assert runners[0].wait() == -signal.SIGKILL
        (tmp_path / "second").touch()
        assert runners[1].wait(240) == 0
    finally:
        for runner in runners:
            runner.kill()
            runner.wait()
    assert [each.match_id for each in cup.ledger.results("cup")] == [entry.match_id for entry in entries(cup.terms)]
    assert (cup.status.word, cup.status.snapshot.voids, cup.ledger.leases("cup")) == ("complete", 0, [])
    for each in cup.ledger.counted("cup"):
        verdict = verify(read_record(Path(each.record_path)))
        assert verdict.ok and verdict.digest.hex() == each.played.digest
    _until(lambda: not running_with(str(tmp_path)))
    cup.ledger.close()
