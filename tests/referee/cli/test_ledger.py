"""Tests of what `make soak KILLS=1` would complain of."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path

import pytest

from lawspeaker_referee.record.file import read_record

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
WHOLE = ROOT / "tests" / "golden" / "clansmen-2.lsr"


@pytest.fixture
def audit(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    return importlib.import_module("ledger").audit


def test_the_ledger_of_a_soak_knows_what_is_lost_double_unfinished_and_wrong(tmp_path, audit):
    record = read_record(WHOLE)
    match, digest = record.header.match_id, record.footer.digest.hex()
    for name in ("cup-000001", "cup-000002", "cup-000004-try2-of-000002", "cup-000005-try2-of-000003"):
        shutil.copy(WHOLE, tmp_path / f"{name}.lsr")
    (tmp_path / "cup-000006.lsr").write_bytes(WHOLE.read_bytes()[:-9])
    for name in ("cup-000003.lsr.void", "cup-000007.lsr.void", "cup-000008.lsr.part", ".cup.last"):
        (tmp_path / name).touch()
    found = audit(tmp_path, "cup", [{"match": match, "digest": digest}])
    assert (found.finished, found.voided) == (5, 2)
    assert found.lost == ["cup-000007", "cup-000008"]
    assert found.double == ["cup-000002"]
    assert found.unfinished == ["cup-000008.lsr.part"]
    assert [line.split(":")[0] for line in found.unverified] == ["cup-000006.lsr"]
    assert [line.split(":")[0] for line in found.wrong] == ["lost", "double", "unfinished", "unverified"]
    other = audit(tmp_path, "cup", [{"match": match, "digest": "00"}] * 2)
    assert len(other.unverified) == 5, "the log tells of another game"
    assert match in other.double, "the log tells of two ends"


def test_the_ledger_of_a_soak_without_failures_has_nothing_to_complain_of(tmp_path, audit):
    shutil.copy(WHOLE, tmp_path / "cup-000001.lsr")
    assert audit(tmp_path, "cup", []).wrong == []
