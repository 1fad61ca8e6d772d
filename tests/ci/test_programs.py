"""Tests that need a program: skipped where it is missing, with a last word on how to get it, and failing in CI."""

from __future__ import annotations

import sys

import pytest

from tests.programs import find, left_out, need

pytest_plugins = ["pytester"]


def test_a_program_that_is_there_is_found_and_another_is_not(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert find("no-such-program") is None
    monkeypatch.setenv("PATH", str(sys.base_prefix) + "/bin")
    assert find("python3") == f"{sys.base_prefix}/bin/python3"
    assert need("python3") == [f"{sys.base_prefix}/bin/python3"]


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_a_missing_program_skips_the_test_and_in_ci_it_fails(ci, outcome, monkeypatch):
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="not installed: no-such-program, nor-this"):
        need("sh", "no-such-program", "nor-this")


def test_the_run_says_last_what_was_left_out_and_what_brings_it(pytester, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    pytester.makeconftest("from tests.conftest import pytest_terminal_summary")
    pytester.makepyfile("""
        import pytest
        from tests.programs import need
        def test_a(): need("no-such-browser", "go")
        def test_b(): need("no-such-browser")
        def test_c(): pytest.skip("for another reason")
        def test_d(): pass
    """)
    pytester.runpytest("-q", "-p", "no:cacheprovider").stdout.fnmatch_lines([
        "2 tests were left out, which need programs that are not installed: go, no-such-browser",
        "`make packages`, as root on Debian or Ubuntu, installs the others",
        "go comes with the Go toolchain of go.dev",
        "1 passed, 3 skipped in *",
    ])


def test_nothing_is_said_where_nothing_was_left_out_for_want_of_a_program():
    assert left_out(["Skipped: only root gives files away"]) == []
