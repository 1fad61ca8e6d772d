from lawspeaker_referee.cli import progress


def test_without_a_terminal_a_report_a_second_is_printed_and_none_of_work_that_is_shorter(capsys, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    with progress.reporting("a match") as report:
        for moment in (100.0, 100.9, 101.0, 101.2, 101.9, 102.5):
            now[0] = moment
            report(f"at {moment}")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == ["a match: at 101.0", "a match: at 102.5"]


def test_without_a_terminal_counted_work_gets_a_line_a_part(capsys):
    with progress.counting("measuring", 2) as begin:
        begin("one")
        begin("two")
    assert capsys.readouterr().err.splitlines() == ["measuring: 1/2 one", "measuring: 2/2 two"]


def test_on_a_terminal_a_live_line_is_drawn_on_stderr_only(capsys, monkeypatch):
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with progress.reporting("a match") as report:
        report("half way")
    with progress.counting("measuring", 1) as begin:
        begin("one")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "\x1b[" in printed.err
    assert "a match" in printed.err
