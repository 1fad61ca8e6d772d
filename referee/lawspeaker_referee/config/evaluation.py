"""Files of evaluations: models, yardsticks and setups, read from TOML; docs/evaluate.md has all keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from lawspeaker_bot.chat_config import BadChatFile, ChatConfig, chat_config
from lawspeaker_bot.chat_endpoint import Endpoint
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.match_keys import clock_of_key, game_and_setup, policy_of_key
from lawspeaker_referee.config.user_files import read_toml
from lawspeaker_referee.config.validation import BadConfig, Name, Table, Text, check, check_distinct

_Price = Annotated[float, Meta(ge=0, le=1_000_000_000)]
_Money = Annotated[float, Meta(ge=0, le=10**12)]
_Count = Annotated[int, Meta(ge=0, le=10**12)]
_AtOnce = Annotated[int, Meta(ge=1, le=1000)]
_Rounds = Annotated[int, Meta(ge=1, le=1_000_000)]


class ModelTable(Table, kw_only=True, frozen=True):
    """A model: a table [[models]] with a file of endpoints, or with the spec of a bot."""

    name: Name
    chat: Text | None = None
    """A file of endpoints, as of `lawspeaker-bot chat --config`."""
    endpoint: str = ""
    """The endpoint in it; empty for its only one."""
    spec: Text | None = None
    """The command of a bot that asks a model by itself."""
    dir: Text | None = None
    args: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    limit: _AtOnce | None = None
    """Requests at once to its endpoint, of all models there; None for that of the file."""
    input_price: _Price = 0.0
    """Money for a million tokens that a model with a spec reads; that of a file of endpoints stands there."""
    output_price: _Price = 0.0


class YardstickTable(Table, kw_only=True, frozen=True):
    """A bot of known strength: a table [[yardsticks]]."""

    name: Name
    spec: Text
    dir: Text | None = None
    args: tuple[str, ...] = ()
    concurrency: Annotated[int, Meta(ge=0, le=1000)] = 0
    """Matches that it plays at once; 0 for as many as there are, or one a core for a bot that searches."""


class SetupTable(Table, kw_only=True, frozen=True):
    """What is played: a table [[setups]]."""

    game: Text
    players: Any
    name: Name | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    rounds: _Rounds | None = None
    """Seed blocks of each table; None for that of the file."""


class BudgetTable(Table, kw_only=True, frozen=True):
    """The table [budget]: what the whole evaluation may spend; 0 for no limit."""

    tokens: _Count = 0
    money: _Money = 0.0


class PlanTable(Table, kw_only=True, frozen=True):
    """The table [plan]: what is expected of a decision before any was measured."""

    output_tokens: _Count = 300
    """Tokens that a model writes."""
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 10.0
    """Seconds that an endpoint takes."""


class AnalysisTable(Table, kw_only=True, frozen=True):
    """The table [analysis]: what the report tells besides results and costs."""

    decisions: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """Decisions of each bot in each setup whose loss is found by playouts; 0 for none."""
    playouts: Annotated[int, Meta(ge=16, le=100_000)] = 200
    """Playouts for each of them."""
    positions: tuple[Text, ...] = ()
    """Games whose skill positions each model is asked once, or files of such positions."""


class EvaluationTable(Table, kw_only=True, frozen=True):
    """The file of an evaluation."""

    name: Name
    models: list[ModelTable]
    yardsticks: list[YardstickTable] = msgspec.field(default_factory=list)
    setups: list[SetupTable]
    against: Annotated[Literal["all", "yardsticks"], Meta(description="one of all, yardsticks")] = "all"
    rounds: _Rounds = 5
    seats: Any = None
    """The orders of seats of a block, as of a tournament's [format]."""
    tables: Annotated[Literal["all", "balanced"], Meta(description="one of all, balanced")] | None = None
    limit: _AtOnce = 16
    clock: Text = "llm"
    faults: dict[str, Any] = msgspec.field(default_factory=dict)
    budget: BudgetTable = BudgetTable()
    plan: PlanTable = PlanTable()
    analysis: AnalysisTable = AnalysisTable()


@dataclass(frozen=True, slots=True)
class EvaluatedModel:
    """A model of an evaluation."""

    table: ModelTable
    chat: ChatConfig | None
    """How its endpoint is asked; None for a model with a spec."""
    tables: Mapping[str, Any]
    """The tables of its file of endpoints that are for it: endpoint, budget of a match and memory."""
    limit: int
    """Requests at once to its endpoint."""

    @property
    def name(self) -> str:
        """Return its name."""
        return self.table.name

    @property
    def place(self) -> str:
        """Return what its limit is of: the address of its endpoint, or itself if nobody knows what it asks."""
        return self.chat.endpoint.url.rstrip("/") if self.chat else f"bot {self.name}"

    def money(self, tokens: tuple[float, float], cached_share: float = 0.0) -> float:
        """Return what these tokens cost, read and written; such a share of those read came from a cache."""
        asked = self.chat.endpoint if self.chat else Endpoint(
            "", "", input_price=self.table.input_price, output_price=self.table.output_price)
        return asked.money(tokens, tokens[0] * cached_share)

    @property
    def asks(self) -> Mapping[str, Any]:
        """Return how it is asked, as plain data for a report: no address, which may be private, and no key."""
        if self.chat is None:
            return {"bot": "a program"}
        endpoint, remembering = self.chat.endpoint, self.chat.remembering
        return {"model": endpoint.model, **endpoint.body, "schema": endpoint.schema, "memory": remembering.kind,
                "options": "not told" if self.chat.without_options else "told",
                "names": "others" if self.chat.names else "the game's"}


@dataclass(frozen=True, slots=True)
class EvaluationConfig:
    """An evaluation, checked against its games."""

    table: EvaluationTable
    models: tuple[EvaluatedModel, ...]
    setups: tuple[tuple[str, SetupTable], ...]
    """By name."""

    @property
    def name(self) -> str:
        """Return its name."""
        return self.table.name

    @property
    def limits(self) -> Mapping[str, int]:
        """Return by endpoint how many requests are asked at once."""
        found: dict[str, int] = {}
        for model in self.models:
            found[model.place] = min(model.limit, found.get(model.place, model.limit))
        return found


def read_evaluation(path: Path, environment: Mapping[str, str] | None) -> EvaluationConfig:
    """Return the evaluation of a file; without an environment no key is needed, and none can be asked.

    Raises BadConfig, and OSError if a file cannot be read.
    """
    where = f"{path}: "
    table = check(read_toml(path), EvaluationTable, where)
    if not table.models:
        raise BadConfig(f"{where}models is empty; write one under [[models]], with `chat` or `spec`")
    names = [*(each.name for each in table.models), *(each.name for each in table.yardsticks)]
    check_distinct(names, "models and yardsticks", where)
    clock_of_key(table.clock, where)
    if table.against == "yardsticks" and not table.yardsticks:
        raise BadConfig(f"{where}against is 'yardsticks' and there are none; write one under [[yardsticks]]")
    for each in table.yardsticks:
        _check_spec(each.spec, f"{where}yardsticks {each.name}: ")
    models = tuple(_model(each, table, path.parent, environment, f"{where}models {each.name}: ")
                   for each in table.models)
    return EvaluationConfig(table, models, tuple(_setups(table.setups, table.faults, where)))


def _setups(tables: Sequence[SetupTable], faults: Mapping[str, Any], where: str) -> list[tuple[str, SetupTable]]:
    if not tables:
        raise BadConfig(f"{where}setups is empty; write one under [[setups]], with `game` and `players`")
    found = [(each.name or f"{each.game}-{each.players}".replace("_", "-"), each) for each in tables]
    names = [name for name, _ in found]
    for name, each in found:
        if names.count(name) > 1:
            raise BadConfig(f"{where}two setups are called {name!r}; give each a `name` of its own")
        game, setup = game_and_setup(each.game, each.players, each.options, f"{where}setups {name}: ")
        policy_of_key(faults, where, game, setup)
    return found


def _model(table: ModelTable, all_of: EvaluationTable, folder: Path, environment: Mapping[str, str] | None,
           where: str) -> EvaluatedModel:
    if (table.chat is None) == (table.spec is None):
        raise BadConfig(f"{where}write either `chat`, a file of endpoints, or `spec`, the command of a bot")
    if table.spec is not None:
        _check_spec(table.spec, where)
        return EvaluatedModel(table, None, {}, table.limit or all_of.limit)
    assert table.chat is not None
    if table.input_price or table.output_price:
        raise BadConfig(f"{where}prices stand with the endpoint in {table.chat}; leave them out here")
    if table.dir is not None or table.args or table.read:
        raise BadConfig(f"{where}`dir`, `args` and `read` are of a `spec`; leave them out beside `chat`")
    path = folder / table.chat
    file = read_toml(path)
    endpoints = file.get("endpoints", {})
    name = table.endpoint or (next(iter(endpoints)) if isinstance(endpoints, dict) and len(endpoints) == 1 else "")
    budget = file.get("budget", {})
    for key in ("tokens", "money", "file"):
        if isinstance(budget, dict) and key in budget:
            raise BadConfig(f"{where}{path}: [budget] {key} is for a bot alone; what an evaluation may spend stands in "
                            "[budget] of its own file")
    own = endpoints.get(name) if isinstance(endpoints, dict) else None
    keys = environment if environment is not None else {
        str(own.get("key_variable", "")): "not asked"} if isinstance(own, dict) else {}
    try:
        chat = chat_config(file, name, keys, path.parent)
    except BadChatFile as error:
        raise BadConfig(f"{where}{path}: {error}") from None
    tables = {"endpoints": {name: own}, "budget": budget, "memory": file.get("memory", {})}
    return EvaluatedModel(table, chat, tables, table.limit or chat.endpoint.limit or all_of.limit)


def _check_spec(text: str, where: str) -> None:
    try:
        SeatSpec.parse(text)
    except BadSetup as error:
        raise BadConfig(f"{where}spec: {error}") from None
