"""Engine values and messages are two sides of the same thing, for every game."""

from __future__ import annotations

from dataclasses import make_dataclass
from random import Random
from typing import Any

import pytest
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message

from lawspeaker_engine.dice import Dice
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup, Chance
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec import game_codec
from lawspeaker_referee.codec.encoder import WireMismatch
from lawspeaker_referee.codec.game_codec import GameCodec, codec, parse_setup, setup_message, snake_case
from tests.games.later_parley import LATER_PARLEY
from tests.games.parley import PARLEY, Bid, Card, Keep, Parley, Pass, Steal
from tests.sample_sizes import first_quick

EVERY_GAME = [*GAMES.values(), PARLEY]


def unpacked(packed: Any) -> Message:
    return read(packed.type_url.rpartition("/")[2], packed.value)


def read(name: str, data: bytes) -> Message:
    return message_factory.GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name)).FromString(data)


def same(value: Any, message: Any) -> bool:
    """Return whether a dataclass and a message say the same, field by field."""
    fields = message.DESCRIPTOR.fields_by_name
    assert set(fields) == set(value.__dataclass_fields__)
    return all(_same_field(getattr(value, name), message, name) for name in fields)


def _same_field(part: Any, message: Any, name: str) -> bool:
    theirs = getattr(message, name)
    if part is None:
        return not message.HasField(name)
    if isinstance(part, list | tuple):
        return len(part) == len(theirs) and all(
            same(a, b) if isinstance(b, Message) else a == b for a, b in zip(part, theirs, strict=True))
    return same(part, theirs) if isinstance(theirs, Message) else part == theirs


@pytest.mark.parametrize(("steps", "every"), first_quick(1, [(10, 1), (400, 8)]))
@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_what_is_read_back_is_what_the_engine_said(game, steps, every):
    assert same(game.catalogue, unpacked(codec(game).catalogue))
    random, dice = Random(5), Dice(bytes(32))
    for players in game.players:
        state = game.setup(make_setup(game, players))
        for step in range(steps):
            question = game.pending(state)
            if not question:
                break
            for seat in (*range(players), None) if step % every == 0 else ():
                view = game.view(state, seat)
                assert same(view, read(f"lawspeaker.{game.name}.v1.View", codec(game).view(view)))
            answers = []
            for each in (question,) if isinstance(question, Chance) else question:
                options: Any = read(f"lawspeaker.{game.name}.v1.Options", codec(game).options(each.options))
                assert len(options.options) == len(each.options)
                for ours, theirs in zip(each.options, options.options, strict=True):
                    assert theirs.WhichOneof("verb") == snake_case(type(ours).__name__)
                    assert same(ours, getattr(theirs, theirs.WhichOneof("verb")))
                if isinstance(each, Chance):
                    answers.append(dice.draw(each.stream, len(each.options), each.count))
                else:
                    count = random.randint(each.least, each.most)
                    answers.append(tuple(sorted(random.sample(range(len(each.options)), count))))
            game.apply(state, answers)


def test_options_that_were_seen_before_are_written_the_same_again(monkeypatch):
    options = [Bid(3), Steal(1, -2), Pass(), Keep(3), Card(3), Bid(3)]
    first = codec(PARLEY).options(options)
    assert codec(PARLEY).options(options) == first
    monkeypatch.setattr(game_codec, "_MEMO_LIMIT", 2)
    assert GameCodec(PARLEY).options(options) == first


def test_an_option_of_an_unlisted_class_is_refused():
    alien = make_dataclass("Alien", [("x", int)])
    with pytest.raises(WireMismatch, match="Alien is not among the option types of parley"):
        codec(PARLEY).options([alien(1)])


def test_a_game_whose_verbs_differ_from_its_messages_is_refused():
    class Fewer(Parley):
        option_types = (Bid, Steal, Keep, Card)  # type: ignore[assignment]

    with pytest.raises(WireMismatch, match=r"parley\.v1\.Option differ: only the game has nothing; "
                                           "only the message has face, pass"):
        GameCodec(Fewer())


def test_a_game_without_stubs_is_refused():
    class Unheard(Parley):
        name = "unheard_of"

    with pytest.raises(WireMismatch, match=r"there are no stubs lawspeaker\.unheard_of\.v1"):
        GameCodec(Unheard())


@pytest.mark.parametrize("game", first_quick(2, EVERY_GAME[::-1]), ids=lambda game: game.name)
def test_a_setup_survives_its_message(game, monkeypatch):
    for players in game.players:
        for option in game.options:
            for value in option.values:
                try:
                    setup = make_setup(game, players, {option.name: value})
                    game.setup(setup)
                except BadSetup:
                    continue
                assert parse_setup(setup_message(game, setup)) == (game, setup)


@pytest.mark.parametrize(("change", "message"), [
    ({"game": "parlay"}, r"no game 'parlay' \(did you mean 'parley'\?\)"),
    ({"game_version": 2}, "this record is of parley 2; here is parley 1"),
    ({"content_hash": "x"}, "other cards or tiles of parley"),
    ({"players": 9}, "2, 3, 4 players, not 9"),
])
def test_a_setup_of_something_else_is_refused(change, message):
    wanted = setup_message(PARLEY, make_setup(PARLEY, 2))
    for name, value in change.items():
        setattr(wanted, name, value)
    with pytest.raises(BadSetup, match=message):
        parse_setup(wanted)


def test_a_setup_holds_the_hash_of_the_rows_that_it_can_use(monkeypatch):
    monkeypatch.setattr(Parley, "content", lambda _game, setup: f"{setup.players}, fancy {setup.options['fancy']}")
    plain, fancy = (setup_message(PARLEY, make_setup(PARLEY, 2, {"fancy": fancy})) for fancy in (False, True))
    assert (plain.content_hash, fancy.content_hash) == ("2, fancy False", "2, fancy True")
    assert parse_setup(fancy) == (PARLEY, make_setup(PARLEY, 2, {"fancy": True}))
    fancy.content_hash = plain.content_hash
    with pytest.raises(BadSetup, match="their hash is '2, fancy False'; here it is '2, fancy True'"):
        parse_setup(fancy)


def test_a_setup_with_its_options_out_of_order_twice_or_missing_before_others_is_refused():
    wanted = setup_message(PARLEY, make_setup(PARLEY, 2))
    for options in ([1, 0], [0, 0, 1], [0, 1, 1], [1]):
        odd = setup_message(PARLEY, make_setup(PARLEY, 2))
        del odd.options[:]
        odd.options.extend(wanted.options[i] for i in options)
        with pytest.raises(BadSetup, match="each once and in order: rounds, fancy"):
            parse_setup(odd)


@pytest.mark.parametrize("known", [0, 1, 2])
def test_options_that_came_after_those_of_a_setup_have_their_defaults(known):
    message = setup_message(PARLEY, make_setup(PARLEY, 2, {"rounds": 3, "fancy": True}))
    del message.options[known:]
    had = dict([("rounds", 3), ("fancy", True)][:known])
    assert parse_setup(message) == (PARLEY, make_setup(PARLEY, 2, had))


def test_a_setup_with_an_option_of_a_later_game_is_refused():
    with pytest.raises(BadSetup, match="parley has no option 'stakes'"):
        parse_setup(setup_message(LATER_PARLEY, make_setup(LATER_PARLEY, 2)))


def test_games_may_share_their_messages():
    class Twin(Parley):
        name, messages = "parley_twin", "parley"

    twin, setup = Twin(), make_setup(PARLEY, 2)
    assert codec(twin).options_url == codec(PARLEY).options_url == "type.googleapis.com/lawspeaker.parley.v1.Options"
    view = PARLEY.view(PARLEY.setup(setup), 0)
    assert codec(twin).view(view) == codec(PARLEY).view(view)
