"""`measure/peers.py` counts as it says, and fails in one line; Catanatron itself is not played here."""

import sys

import pytest

from measure import peers


@pytest.mark.parametrize(("options", "least", "most", "ordered", "forced"), [
    (1, 1, 1, False, True), (1, 1, 1, True, True),
    (3, 3, 3, False, True), (3, 3, 3, True, False),  # all of them: in one order, or in any
    (3, 0, 0, False, True), (0, 0, 0, False, True),
    (1, 0, 1, False, False), (2, 1, 1, False, False), (3, 2, 3, False, False),
])
def test_a_forced_move_has_one_answer(options, least, most, ordered, forced):
    assert peers.is_forced(options, least, most, ordered=ordered) is forced


@pytest.mark.parametrize("game", ["northgard", "clansmen", "pax_viking"])
def test_our_games_are_played_to_their_end_and_every_question_is_counted_once(game):
    first, again = peers.Played(), peers.Played()
    play_one = peers.our_games(game)
    play_one(7, first)
    play_one(7, again)
    assert first == again
    assert first.decisions > first.forced
    assert first.forced or game == "pax_viking", "whose few questions without a choice hide what a hand has"
    assert first.unfinished == 0


def test_rates_and_ratios_are_medians_of_the_rounds_with_their_spread():
    def results(decisions):
        return {"catanatron": peers.Played(2.0, 2, 100, 100, 1), "northgard": peers.Played(1.0, 4, decisions, 0),
                "clansmen": peers.Played(1.0, 1, 50, 50), "pax_viking": peers.Played(1.0, 1, 50, 50)}

    lines = list(peers.table([results(100), results(300), results(150)]))
    [theirs] = [line for line in lines if line.startswith("catanatron")]
    rates, ratios = [line for line in lines if line.startswith("northgard")]
    assert " ".join(theirs.split()[1:]) == "50 (50 to 50) 1 (1 to 1) 50 50 50.0%"
    assert " ".join(rates.split()[1:]) == "150 (100 to 300) 4 (4 to 4) 46 0 0.0%"
    assert " ".join(ratios.split()[1:]) == "3 (2 to 6) 4 (4 to 4) 1.5 (1 to 3)"


def test_a_program_that_fails_becomes_one_line():
    script = "import sys; sys.exit('first\\nno network\\n')"
    with pytest.raises(peers.PeerError, match=r"^it cannot be installed: no network$"):
        peers.run([sys.executable, "-c", script], "it cannot be installed")
    with pytest.raises(peers.PeerError, match=r"^it cannot be played: .*No such file"):
        peers.run(["/nowhere/python"], "it cannot be played")


def test_an_environment_whose_pins_are_there_is_not_made_again(monkeypatch, tmp_path):
    calls = []
    monkeypatch.setattr(peers, "ROOT", tmp_path)
    monkeypatch.setattr(peers, "FOLDER", tmp_path / "peers")
    monkeypatch.setattr(peers, "run", lambda command, failure: calls.append(command))
    python = peers.installed()
    assert [str(word) for word in calls[-1]][-len(peers.PINS):] == list(peers.PINS)
    made = len(calls)
    assert peers.installed() == python
    assert len(calls) == made
    monkeypatch.setattr(peers, "PINS", ("catanatron==0",))
    peers.installed()
    assert len(calls) == 2 * made
