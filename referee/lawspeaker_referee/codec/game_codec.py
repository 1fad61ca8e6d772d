"""Turns values of the engine into messages and back, in the same way for all games.

A game's messages are found by name: `lawspeaker.<game>.v1.View`, `Catalogue`, and `Options`, a list of `Option`, whose
only oneof, `verb`, has one message for each option class of the game. Classes and messages have the same names and
fields; a game whose classes and messages differ is refused when it is first used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from typing import Any, Final, NamedTuple

from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import Descriptor
from msgspec import Struct

from lawspeaker.v1.match_pb2 import Act, GameOptionValue, GameSetup, ScorePart, SeatScore
from lawspeaker.v1.match_pb2 import Outcome as OutcomeMessage
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, PlayResponse
from lawspeaker_bot.messages import unpack_options
from lawspeaker_bot.plugged_in import MESSAGES, plugged_in
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.model import BadSetup, Decision, Option, Outcome, Picks, Seat, Setup
from lawspeaker_engine.setups import make_setup, parse_options, spell
from lawspeaker_referee.codec.encoder import Encoder, WireMismatch, compile_encoder, compile_writer, varint

_URL: Final = "type.googleapis.com/"
_MEMO_LIMIT: Final = 1 << 14
"""The number of encoded options of one class that are kept: enough for every card and place of a game."""


_ACT, _ANY = compile_writer(Act), compile_writer(AnyMessage)
_REQUEST = compile_writer(DecisionRequest)
_TIME_LEFT: Final = varint(DecisionRequest.DESCRIPTOR.fields_by_name["time_left_ms"].number << 3)
_ASKED: Final = varint(PlayResponse.DESCRIPTOR.fields_by_name["decision_request"].number << 3 | 2)
_ACTS_KEPT: Final = 1 << 12
"""The number of encoded acts that are kept, some megabytes: most acts of a match were in another one before."""


class TakenAct(Struct, frozen=True, eq=False, gc=False):
    """An act of a seat or of chance, with its options as bytes. It is equal to itself alone, so hashing it is cheap."""

    seat: Seat
    prompt: str
    picks: Picks
    options_url: str
    options: tuple[bytes, ...]
    """The options that were taken, each as it stands in the game's Options, with tag and length."""
    stream: str
    """Where chance drew it from; empty for a seat."""
    fault: int


class EncodedAct(TakenAct, frozen=True, eq=False, gc=False):
    """An act with three serialized `Act` messages of it."""

    full: bytes
    """Everything: for the record and for its own seat."""
    seen: bytes
    """Without picks, which would tell what else was on offer: for seats that may see what was taken."""
    hidden: bytes
    """Without what was taken and why: for all other seats. A fault would tell that the default was taken."""


class RequestBytes(NamedTuple):
    """The DecisionRequest of a decision, in two parts: the time that is left stands between them."""

    head: bytes
    tail: bytes

    def at(self, time_left_ms: int) -> bytes:
        """Return the PlayResponse that asks with so much time left; 0 for no limit."""
        left = _TIME_LEFT + varint(time_left_ms) if time_left_ms else b""
        length = varint(len(self.head) + len(left) + len(self.tail))
        return b"".join((_ASKED, length, self.head, left, self.tail))


class GameCodec:
    """Writes the values of one game as messages, and reads its options back.

    Raises WireMismatch if the game's classes and messages differ.
    """

    def __init__(self, game: Game[Any]) -> None:
        package = package_of(game)
        view = view_descriptor(game)
        self.game = game
        self.options_url, self.view_url = f"{_URL}{package}.Options", f"{_URL}{package}.View"
        """The types of a list of options, and of a view."""
        self.view = compile_encoder(game.view_type, view)
        """Encodes a view as the game's View."""
        catalogue = compile_encoder(type(game.catalogue), _message(package, "Catalogue"))
        self.catalogue = AnyMessage(type_url=f"{_URL}{package}.Catalogue", value=catalogue(game.catalogue))
        self._verbs = _verbs(game, package)
        self._acts: dict[tuple[Any, ...], EncodedAct] = {}
        self._kinds = {kind.__name__: kind for kind in game.option_types}

    def __deepcopy__(self, memo: dict[int, Any]) -> GameCodec:
        return self  # nothing in it changes but the encodings that it keeps

    def __reduce__(self) -> tuple[Any, ...]:
        if GAMES.get(self.game.name) is self.game:
            return _usual_codec, (self.game.name,)
        return GameCodec, (self.game,)

    def options(self, options: Sequence[Option]) -> bytes:
        """Encode options as the game's Options. Raises WireMismatch for an option of another game."""
        return b"".join(self._elements(options))

    def _elements(self, options: Iterable[Option]) -> list[bytes]:
        verbs, parts = self._verbs, []
        for option in options:
            try:
                get, known, encode = verbs[type(option)]
            except KeyError:
                raise WireMismatch(
                    f"{type(option).__name__} is not among the option types of {self.game.name}") from None
            # The same few options come again and again, so their encoding is kept.
            key = get(option)
            try:
                part = known.get(key)
            except TypeError:  # an option that holds a list cannot be a key
                part = encode(option)
            if part is None:
                if len(known) >= _MEMO_LIMIT:
                    known.clear()
                part = known[key] = encode(option)
            parts.append(part)
        return parts

    def read_options(self, options: AnyMessage) -> list[Option]:
        """Return the options of an `Act.chosen` or `DecisionRequest.options`. Raises NoStubs for any other message."""
        return [self._option(message) for message in unpack_options(options)]

    def _option(self, message: Any) -> Option:
        values = {field.name: getattr(message, field.name) for field in message.DESCRIPTOR.fields}
        return self._kinds[type(message).__name__](**{
            name: value if isinstance(value, bool | int | str) else tuple(value) for name, value in values.items()})

    def act(self, seat: Seat, prompt: str, picks: Picks, chosen: Sequence[Option], stream: str) -> Act:
        """Return what a seat or chance did, in full and without a fault."""
        return Act(seat=seat, prompt=prompt, picks=picks, stream=stream,
                   chosen={"type_url": self.options_url, "value": self.options(chosen)})

    def encode_act(
        self, seat: Seat, prompt: str, picks: Picks, chosen: Iterable[Option], stream: str = "", fault: int = 0, *,
        secret: bool = True,
    ) -> EncodedAct:
        """Return what a seat or chance did as serialized acts, for the record and those who may see less.

        If it is no `secret`, all seats may see what was taken.
        """
        key = (seat, prompt, picks, tuple(self._elements(chosen)), stream, fault, secret)
        known = self._acts.get(key)
        if known is None:
            if len(self._acts) >= _ACTS_KEPT:
                self._acts.clear()
            known = self._acts[key] = self._encode_act(*key)
        return known

    def _encode_act(self, seat: Seat, prompt: str, picks: Picks, taken: tuple[bytes, ...], stream: str, fault: int,
                    secret: bool) -> EncodedAct:  # noqa: FBT001 - a part of the key
        options = _ANY(type_url=self.options_url, value=b"".join(taken))
        full = _ACT(seat=seat, prompt=prompt, picks=picks, chosen=options, fault=fault, stream=stream)
        seen = _ACT(seat=seat, prompt=prompt, chosen=options, fault=fault, stream=stream)
        hidden = _ACT(seat=seat, prompt=prompt, hidden=1, stream=stream) if secret else seen
        return EncodedAct(seat, prompt, picks, self.options_url, taken, stream, fault, full, seen, hidden)

    def request(
        self, match_id: str, decision_id: int, decision: Decision, view: object, events: Sequence[bytes] = (), *,
        time_left_ms: int = 0, last_charged_us: int = 0, bank_left_ms: int = 0, text: DecisionText | None = None,
        position: bytes = b"",
    ) -> bytes:
        """Return the PlayResponse that asks a seat for a decision, serialized.

        `view` is the seat's own, and `events` are serialized acts.
        """
        return self.request_bytes(
            match_id, decision_id, decision, view, events, last_charged_us=last_charged_us, bank_left_ms=bank_left_ms,
            text=text, position=position).at(time_left_ms)

    def request_bytes(
        self, match_id: str, decision_id: int, decision: Decision, view: object, events: Sequence[bytes] = (), *,
        last_charged_us: int = 0, bank_left_ms: int = 0, text: DecisionText | None = None, position: bytes = b"",
    ) -> RequestBytes:
        """Return all of a request but the time that is left."""
        return RequestBytes(
            _REQUEST(
                match_id=match_id, decision_id=decision_id, prompt=decision.prompt, least=decision.least,
                most=decision.most, ordered=decision.ordered, default_picks=decision.default,
                option_count=len(decision.options),
                options=_ANY(type_url=self.options_url, value=self.options(decision.options)),
                view=_ANY(type_url=self.view_url, value=self.view(view)), events=events),
            _REQUEST(
                last_charged_us=last_charged_us, bank_left_ms=bank_left_ms,
                text=None if text is None else text.SerializeToString(), position=position))


Verb = tuple[Callable[[Any], Any], dict[Any, bytes], Encoder]
"""How options of a class are encoded: a getter of their fields, encodings kept by these, and an encoder."""


def _element(tag: bytes, encode: Encoder) -> Encoder:
    """Return the encoder of one `Option option = 1` of Options, which holds the verb under the verb's tag."""
    def write(option: Option) -> bytes:
        body = encode(option)
        verb = tag + varint(len(body)) + body
        return b"\x0a" + varint(len(verb)) + verb

    return write


def _verbs(game: Game[Any], package: str) -> dict[type, Verb]:
    """Return how options are encoded, by class. Raises WireMismatch."""
    options, option = _message(package, "Options"), _message(package, "Option")
    only = options.fields_by_name.get("options")
    if len(options.fields) != 1 or only is None or only.number != 1 or only.message_type != option:
        raise WireMismatch(f"{package}.Options must hold `repeated Option options = 1;` and nothing else")
    if [oneof.name for oneof in option.oneofs] != ["verb"] or len(option.oneofs[0].fields) != len(option.fields):
        raise WireMismatch(f"{package}.Option must hold one oneof, `verb`, and nothing else")
    theirs = {field.name: field for field in option.fields}
    ours = {snake_case(kind.__name__): kind for kind in game.option_types}
    if theirs.keys() != ours.keys():
        raise WireMismatch(f"verbs of {game.name} and {package}.Option differ: only the game has "
                           f"{_listed(ours.keys() - theirs.keys())}; only the message has "
                           f"{_listed(theirs.keys() - ours.keys())}")
    verbs: dict[type, Verb] = {}
    for name, kind in ours.items():
        message = theirs[name].message_type
        if message is None:
            raise WireMismatch(f"{package}.Option.{name} must be a message")
        encode = compile_encoder(kind, message)
        names = list(message.fields_by_name)
        tag = varint(theirs[name].number << 3 | 2)
        verbs[kind] = (attrgetter(*names) if names else _nothing, {}, _element(tag, encode))
    return verbs


def _nothing(_: object) -> tuple[()]:
    return ()


def snake_case(name: str) -> str:
    """Return `play_card` for `PlayCard`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _listed(names: Sequence[str] | set[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def package_of(game: Game[Any]) -> str:
    """Return the package of the messages of a game."""
    return f"lawspeaker.{game.messages or game.name}.v1"


def view_descriptor(game: Game[Any]) -> Descriptor:
    """Return the message View of a game, whose stubs are imported if need be. Raises WireMismatch if there are none.

    Those of a game outside this tree are found by its entry point, or because it has imported them.
    """
    package = package_of(game)
    try:
        return _message(package, "View")
    except WireMismatch:
        _load(package, game.messages or game.name)
    return _message(package, "View")


def _load(package: str, game: str) -> None:
    try:
        folder = import_module(package)
    except ModuleNotFoundError:
        try:
            found = plugged_in(MESSAGES, game)
        except ImportError:  # the entry point stands there before the stubs are made
            found = None
        if found is None:
            raise WireMismatch(f"there are no stubs {package}") from None
        return
    for module in iter_modules(folder.__path__, f"{package}."):
        import_module(module.name)


def _message(package: str, name: str) -> Descriptor:
    try:
        return descriptor_pool.Default().FindMessageTypeByName(f"{package}.{name}")
    except KeyError:
        raise WireMismatch(f"there is no message {package}.{name}") from None


_CODECS: dict[str, GameCodec] = {}


def codec(game: Game[Any]) -> GameCodec:
    """Return the codec of a game, which is made on first use. Raises WireMismatch, which says how to make the stubs."""
    known = _CODECS.get(game.name)
    if known is None or known.game is not game:
        try:
            known = _CODECS[game.name] = GameCodec(game)
        except WireMismatch as error:
            raise WireMismatch(f"{error}; `lawspeaker proto {game.name} --file {game.name}.proto` writes the messages, "
                               "protoc makes the stubs, and the entry point lawspeaker.messages names them") from None
    return known


def _usual_codec(name: str) -> GameCodec:
    return codec(find_game(name))


def setup_message(game: Game[Any], setup: Setup) -> GameSetup:
    """Return the message for what a match starts from."""
    options = [GameOptionValue(name=option.name, value=spell(setup.options[option.name])) for option in game.options]
    return GameSetup(game=game.name, game_version=game.version, content_hash=game.content(setup),
                     players=setup.players, options=options)


def parse_setup(message: GameSetup) -> tuple[Game[Any], Setup]:
    """Return the game and setup of a record.

    Options that came after the last one in the message have their defaults: the game has got them since. Raises
    BadSetup if version or content of the game are not those here.
    """
    game = find_game(message.game)
    if message.game_version != game.version:
        raise BadSetup(f"this record is of {game.name} {message.game_version}; here is {game.name} {game.version}")
    texts = {option.name: option.value for option in message.options}
    setup = make_setup(game, message.players, parse_options(game, texts))
    right = setup_message(game, setup)
    del right.options[len(message.options):]
    if message.content_hash != right.content_hash:
        raise BadSetup(f"it was played with other cards or tiles of {game.name}: their hash is "
                       f"{message.content_hash!r}; here it is {right.content_hash!r}")
    if right != message:
        raise BadSetup(f"its options are not the first ones of {game.name}, each once and in order: "
                       f"{', '.join(option.name for option in game.options)}")
    return game, setup


def outcome_message(outcome: Outcome) -> OutcomeMessage:
    """Return the message for how a game ended, as records have it: without what the points came from."""
    return OutcomeMessage(ranks=outcome.ranks, scores=outcome.scores, reason=outcome.reason)


def with_parts(message: OutcomeMessage, outcome: Outcome | None) -> OutcomeMessage:
    """Return an outcome as a record has it, with what the game says of the points.

    `outcome` is what the game says of its last state, None if it goes on: then a forfeit ended the match. Nothing is
    added if the scores are not the game's.
    """
    told = OutcomeMessage()
    told.CopyFrom(message)
    if outcome is not None and outcome.scores == tuple(message.scores):
        told.parts.extend(SeatScore(parts=[ScorePart(name=part.name, points=part.points) for part in parts])
                          for parts in outcome.parts)
        told.decided.extend(outcome.decided)
    return told
