"""Positions: their bytes, and what one can do with them."""

from __future__ import annotations

import json
import pickle
import zlib
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_engine import canon, position
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import Options, positions
from lawspeaker_engine.model import Chance, IllegalAnswer
from lawspeaker_engine.position import EVERYTHING, MAGIC, BadPosition, Position, any_picks, load
from lawspeaker_engine.setups import make_setup
from lawspeaker_engine.state_codec import BITS, MOST, MOST_BITS, BadState, StateCodec
from tests.engine.test_laws import laws
from tests.games.loaded_parley import LOADED_PARLEY

EVERY = 59


@laws(1, of_others=1, every=6)
def test_a_position_is_read_as_it_was_written(name: str, players: int, options: Options, seeds: range) -> None:
    """State, question and both digests are the same, and the state holds nothing that its annotations do not allow."""
    game, setup = GAMES[name], make_setup(GAMES[name], players, options)
    for seed in seeds:
        for step, (state, question, _answers) in enumerate(positions(game, players, seed, options)):
            if step % EVERY:
                continue
            written = Position(game, setup, EVERYTHING, state).dump()
            read = load(written)
            canon.check(read.state)
            assert canon.digest(read.state) == canon.digest(state)
            assert canon.encode(read.question) == canon.encode(question)
            assert read.setup == setup
            assert read.dump() == written


@laws(of_others=1, every=6)
def test_a_position_that_was_read_is_played_on_like_the_one_that_was_written(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    """The same answers lead to the same end: nothing that matters was left out."""
    game, setup = GAMES[name], make_setup(GAMES[name], players, options)
    for seed in seeds:
        for step, (state, _question, _answers) in enumerate(positions(game, players, seed, options)):
            if step % 120 == 20:
                one, other = Position(game, setup, EVERYTHING, game.copy(state)), None
                other = load(one.dump())
                assert one.playout(Random(step)) == other.playout(Random(step))
                assert canon.digest(one.state) == canon.digest(other.state)


def begun(name: str = "northgard") -> Position:
    """Return a position in which somebody is asked, with what seat 0 knows."""
    position = Position.start(name, 2)
    random = Random(3)
    for _ in range(30):
        position.advance(random)
        position.answer(*(any_picks(asked, random) for asked in position.decisions))
    position.advance(random)
    return position.deal_anew(random, 0)


def test_a_game_is_started_and_played_out() -> None:
    """The outcome is the same for the same generator."""
    outcomes = {Position.start("clansmen", 3, {"years": 3}).playout(Random(seed)).scores for seed in (1, 1, 2)}
    assert len(outcomes) == 2


def test_a_playout_takes_what_it_is_told_to_choose() -> None:
    position = begun()
    asked: list[str] = []

    def first(decision: Any) -> tuple[int, ...]:
        asked.append(decision.prompt)
        return tuple(decision.default)

    assert position.copy().playout(Random(1), first) == position.copy().playout(Random(1), first)
    assert asked


def test_a_copy_is_independent() -> None:
    position = begun()
    before = position.dump()
    position.copy().playout(Random(1))
    assert position.dump() == before


def test_answers_are_checked_and_counted() -> None:
    position = begun()
    with pytest.raises(IllegalAnswer):
        position.answer((10_000,))
    with pytest.raises(ValueError, match="1 decisions are open, and there are 2 answers"):
        position.answer((0,), (0,))
    with pytest.raises(ValueError, match="chance is not asked"):
        position.draw(Random(1))
    assert not isinstance(position.question, Chance)


def test_playouts_draw_by_weights() -> None:
    game = LOADED_PARLEY
    setup = make_setup(game, 2)
    rolls = []
    for seed in range(20):
        position = Position(game, setup, EVERYTHING, game.setup(setup))
        position.advance(Random(seed))
        rolls.append(position.state.die)
        assert position.playout(Random(seed)).reason
    assert rolls == [6] * 20


def test_who_sees_everything_says_for_whom_it_is_dealt_anew() -> None:
    with pytest.raises(ValueError, match="say for which seat"):
        Position.start("northgard", 2).deal_anew(Random(1))
    assert begun().deal_anew(Random(1)).seat == 0


def packed(content: object) -> bytes:
    return MAGIC + zlib.compress(json.dumps(content).encode())


def unpacked(data: bytes) -> list[Any]:
    content: list[Any] = json.loads(zlib.decompress(data[len(MAGIC):]))
    return content


@pytest.mark.parametrize(("change", "message"), [
    ({0: 99}, "format 1 only"), ({1: "nortgard"}, "did you mean 'northgard'"), ({2: 99}, "rules version 99"),
    ({3: "0" * 32}, "other cards"), ({4: 9}, "not 9"), ({5: {"yeers": 7}}, "no option 'yeers'"),
    ({5: 3}, "no position"),
    ({6: 2}, "no seat 2"), ({6: "x"}, "no seat 'x'"), ({7: [1, 2]}, "State has"), ({7: None}, "State has"),
])
def test_bytes_of_another_engine_or_damaged_ones_are_refused_in_one_line(
    change: dict[int, object], message: str,
) -> None:
    content = unpacked(begun().dump())
    for index, value in change.items():
        content[index] = value
    with pytest.raises(BadPosition, match=message) as refused:
        load(packed(content))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("data", [
    b"", b"LSPOS", b"nothing", MAGIC + b"x", begun().dump()[:-3], packed("x" * (5 << 20)),
], ids=["empty", "magic", "other", "no-zlib", "cut", "too-large"])
def test_what_is_no_position_is_refused(data: bytes) -> None:
    with pytest.raises(BadPosition):
        load(data)


def test_a_number_up_to_which_rules_would_count_for_hours_is_refused() -> None:
    content = unpacked(begun().dump())
    for year, refused in ((MOST, False), (MOST + 1, True), (-MOST - 1, True)):
        content[7][2] = year
        with pytest.raises(BadPosition, match="beyond 65,536") if refused else nullcontext():
            assert load(packed(content)).state.year == year


def test_numbers_that_stand_for_their_bits_may_be_larger_and_nothing_else() -> None:
    """A territory of Northgard has a bit for each laid tile, of which there are more than sixteen."""
    @dataclass
    class State:
        tiles: list[int] = field(default_factory=list, metadata=BITS)

    codec = StateCodec("lawspeaker_engine.games.northgard")
    most = (1 << MOST_BITS) - 1
    assert codec.from_plain(codec.to_plain(State([0, most])), State()) == State([0, most])
    for wrong in (most + 1, -1, True, "1", None, 1.0):
        with pytest.raises(BadState, match="a number of at most 128 bits should stand here"):
            codec.from_plain([[wrong]], State())


def test_a_game_that_does_not_end_is_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "MOST_QUESTIONS", 1000)
    content = unpacked(begun().dump())
    content[7][2] = -MOST
    with pytest.raises(BadPosition, match="northgard does not end: it has asked 1,000 questions"):
        load(packed(content)).playout(Random(1))


def test_a_class_from_outside_the_games_is_not_read() -> None:
    """Names in the bytes lead to dataclasses of the engine alone."""
    text = json.dumps(unpacked(begun().dump()))
    assert '"phases.turn.Turn"' in text
    for name in ("os.system", "builtins.print", "lawspeaker_engine.game.check", "tests.games.parley.Deal"):
        content = json.loads(text.replace('"phases.turn.Turn"', f'"{name}"').replace('"phases.year.Year"', f'"{name}"'))
        with pytest.raises(BadPosition, match="there is no class"):
            load(packed(content))


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_any_changed_byte_gives_a_position_or_an_error_in_words(place: int, value: int) -> None:
    data = bytearray(WRITTEN)
    data[place % len(data)] = value
    assert is_read_or_refused(bytes(data))


@given(st.data())
def test_any_changed_value_gives_a_position_or_an_error_in_words(data: st.DataObject) -> None:
    """Also where the bytes unpack well: a value of the state is replaced by another one."""
    content = unpacked(WRITTEN)
    part: Any = content
    place: Any = 7
    while isinstance(part[place], list) and part[place] and data.draw(st.integers(0, 3)):
        part = part[place]
        place = data.draw(st.integers(0, len(part) - 1))
    part[place] = data.draw(st.sampled_from([None, True, -1, 2**70, "x", [], [1], ["turn.Turn"], {}]))
    assert is_read_or_refused(packed(content))


def is_read_or_refused(data: bytes) -> bool:
    """Return whether bytes give a position, or an error in words; any other error is raised."""
    try:
        return load(data).game.name == "northgard"
    except BadPosition as error:
        return bool(str(error))


WRITTEN = begun().dump()


@pytest.mark.parametrize("name", ["northgard", "clansmen", "pax_viking"])
def test_what_the_points_came_from_follows_from_the_last_state_alone(name: str) -> None:
    """Also from its bytes, and where all that a seat does not know of it is dealt anew."""
    position = Position.start(name, 3)
    outcome = position.playout(Random(4))
    assert len(outcome.parts) == 3
    assert outcome.decided
    for other in (position.copy(), load(position.dump()), position.deal_anew(Random(1), 1)):
        assert other.outcome == outcome
    kept = position.state.outcome
    assert canon.encode(kept) == canon.encode(replace(kept, parts=outcome.parts, decided=outcome.decided))


@pytest.mark.parametrize("seat", [-1, 2, "0"])
def test_a_seat_that_there_is_not_sees_nothing(seat: Any) -> None:
    for one in (Position.start("northgard", 2), begun()):
        with pytest.raises(ValueError, match="there is no seat"):
            one.view(seat)
        with pytest.raises(ValueError, match="there is no seat"):
            one.deal_anew(Random(1), seat)


@pytest.mark.parametrize("picks", [[0.0], ["0"], [None]])
def test_a_pick_that_is_no_whole_number_is_illegal_and_changes_nothing(picks: Any) -> None:
    one = begun()
    before = one.dump()
    with pytest.raises(IllegalAnswer, match="takes whole numbers from 0 to"):
        one.answer(picks)
    assert one.dump() == before


def test_an_illegal_answer_can_be_told_to_another_process() -> None:
    with pytest.raises(IllegalAnswer) as raised:
        begun().answer((10_000,))
    told = pickle.loads(pickle.dumps(raised.value))
    assert (told.reason, str(told)) == (raised.value.reason, str(raised.value))


@pytest.mark.parametrize("players", [2.0, Fraction(2)])
def test_a_number_of_players_is_a_whole_one_whatever_it_was(players: Any) -> None:
    assert Position.start("northgard", players).dump() == Position.start("northgard", 2).dump()
