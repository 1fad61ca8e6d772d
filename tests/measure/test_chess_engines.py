"""The command that measures chess engines plays an engine against itself both ways, and nobody is late."""

from __future__ import annotations

import json

import pytest

from tests.programs import need

pytestmark = pytest.mark.slow


def test_it_prints_what_a_move_costs_here_and_in_a_bare_loop(capsys):
    pytest.importorskip("chess")
    from measure.chess_engines import main

    main(["--engine", *need("stockfish"), "--move-time", "0.01", "--games", "2", "--bare-games", "1"])
    told = json.loads(capsys.readouterr().out)
    assert (told["tournament"]["games"], told["bare"]["games"]) == (2, 1)
    assert told["tournament"]["plies"] > 20
    assert told["tournament"]["ms_a_ply"] > 7
    assert told["ms_more_a_ply"] == pytest.approx(told["tournament"]["ms_a_ply"] - told["bare"]["ms_a_ply"], abs=0.01)
