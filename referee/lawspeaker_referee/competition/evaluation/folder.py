"""The folder of an evaluation, and the tournaments in it.

`ledger.db` has the results of all setups, `records/SETUP/` their records, `models/MODEL/` how a model is asked, which
stays as it was, `bots/MODEL.toml` the same for its bot with what may change (limit and prices), `calls/MODEL.jsonl` a
line for each of its requests, and `places/` the locks of requests and matches at once.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import ceil
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from lawspeaker_bot.shared_slots import SharedSlots
from lawspeaker_referee.competition.formats import number_of_matches
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.tournament.setup import default_ledger
from lawspeaker_referee.config.bot_files import bot_digest
from lawspeaker_referee.config.evaluation import EvaluatedModel, EvaluationConfig, SetupTable, YardstickTable
from lawspeaker_referee.config.match_keys import ledger_file
from lawspeaker_referee.config.toml_text import toml_text
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import GAUNTLET, ROUND_ROBIN

_NAMES: Final = "names.toml"
"""The file of other names beside that of a model's endpoint."""
_MAY_CHANGE: Final = frozenset({"limit", "slots", "input_price", "output_price", "cached_input_price"})
"""Keys of an endpoint that do not say how its model is asked."""
_MOST_MATCHES: Final = 1024
"""The matches that a bot of a model would play at once, more than there ever are: its `concurrency` is what counts."""
FOLDER: Final = Path("evaluations")
"""The folder in which each evaluation has one, unless another is named."""
MORE_MATCHES: Final = 1.25
"""Matches at once for each request at once: while some wait for the referee or an opponent, the others ask."""
_SEARCHES: Final = ("search", "uci:")
"""The beginnings of the specs of bots that use all of a core."""


@dataclass(frozen=True, slots=True)
class EvaluationFolder:
    """The paths of an evaluation."""

    path: Path

    @property
    def ledger(self) -> str:
        """Return the URL of the ledger."""
        return default_ledger(self.path)

    @property
    def begun(self) -> bool:
        """Return True if there is a ledger."""
        file = ledger_file(self.ledger)
        return file is not None and file.is_file()

    def records(self, setup: str) -> Path:
        """Return the folder of the records of a setup."""
        return self.path / "records" / setup

    def chat_file(self, model: str) -> Path:
        """Return the file that says how a model is asked; it lies in the folder whose digest the ledger has."""
        return self.path / "models" / model / "chat.toml"

    def bot_file(self, model: str) -> Path:
        """Return the file of endpoints that the bot of a model reads."""
        return self.path / "bots" / f"{model}.toml"

    def calls(self, model: str) -> Path:
        """Return the file of a model's requests."""
        return self.path / "calls" / f"{model}.jsonl"

    def places_of(self, what: str) -> Path:
        """Return the folder of the locks of an endpoint, by its address."""
        return self.path / "places" / blake2b(what.encode(), digest_size=6).hexdigest()

    @property
    def matches(self) -> Path:
        """Return the folder of the locks of matches."""
        return self.path / "places" / "matches"

    def missing(self, tournaments: Iterable[TournamentConfig]) -> bool:
        """Return whether matches are still to be played. Raises BadLedger."""
        if not self.begun:
            return True
        with closing(Ledger.open(self.ledger)) as ledger:
            begun = ledger.tournaments()
            return any(terms.name not in begun or ledger.sums(terms.name).matches < number_of_matches(terms)
                       for terms in tournaments)

    def prepare(self, config: EvaluationConfig) -> None:
        """Make what is to be there before bots start. Raises OSError."""
        for model in config.models:
            calls = self.calls(model.name)
            calls.parent.mkdir(parents=True, exist_ok=True)
            calls.touch()
            if model.chat is not None:
                limit = config.limits[model.place]
                SharedSlots(self.places_of(model.place), limit).close()
                file, own = self.chat_file(model.name), self.bot_file(model.name)
                for path, tables in ((file, _asked(model)), (own, self._chat_tables(model, limit))):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(toml_text(tables), encoding="utf-8")
                if model.chat.names:
                    file.with_name(_NAMES).write_text(
                        toml_text({game: each.names for game, each in model.chat.names.items()}), encoding="utf-8")

    def _chat_tables(self, model: EvaluatedModel, limit: int) -> dict[str, Any]:
        """Return the tables of a model's own file: its limit and its requests have their places in this folder."""
        [(name, endpoint)] = model.tables["endpoints"].items()
        names = {"names": str(self.chat_file(model.name).with_name(_NAMES).resolve())} if "names" in endpoint else {}
        return {
            "endpoints": {name: {**endpoint, **names, "limit": limit,
                                 "slots": str(self.places_of(model.place).resolve())}},
            "budget": {**model.tables["budget"], "file": str(self.calls(model.name).resolve())},
            "memory": model.tables["memory"],
        }

    def tournaments(self, config: EvaluationConfig) -> list[TournamentConfig]:
        """Return the tournament of each setup. Raises BadConfig."""
        found = [parse_config(self._tournament(config, name, setup), f"{config.name}, setup {name}")
                 for name, setup in config.setups]
        return [replace(terms, bots=tuple(structs.replace(bot, digest=bot_digest(bot.seat)) for bot in terms.bots))
                for terms in found]

    def _tournament(self, config: EvaluationConfig, name: str, setup: SetupTable) -> dict[str, Any]:
        table = config.table
        form: dict[str, Any] = {"rounds": setup.rounds or table.rounds}
        form |= {"seats": table.seats} if table.seats is not None else {}
        form |= {"tables": table.tables} if table.tables is not None else {}
        form |= ({"kind": GAUNTLET, "challengers": [each.name for each in config.models]}
                 if table.against == "yardsticks" else {"kind": ROUND_ROBIN})
        together = matches_at_once(config)
        return {
            "name": name, "game": setup.game, "players": setup.players, "options": setup.options,
            "clock": table.clock, "faults": table.faults, "format": form, "records": str(self.records(name)),
            "workers": 1, "sandbox": {"network": "host"},
            "bots": [*(self._bot(model, together) for model in config.models),
                     *(_yardstick(each, together) for each in table.yardsticks)],
        }

    def _bot(self, model: EvaluatedModel, together: int) -> dict[str, Any]:
        table = model.table
        known: dict[str, Any] = {"name": model.name, "concurrency": together}
        if model.chat is None:
            more = {"dir": table.dir, "args": table.args, "env": table.env, "read": table.read}
            return known | {"spec": table.spec} | {key: value for key, value in more.items() if value}
        file, endpoint = self.bot_file(model.name), next(iter(model.tables["endpoints"].values()))
        key = endpoint.get("key_variable")
        command = [sys.executable, "-m", "lawspeaker_bot", "chat", "--config", str(file), "--name", model.name,
                   "--max-matches", str(_MOST_MATCHES)]
        return known | {
            "spec": f"cmd:{shlex.join(command)}", "dir": str(self.chat_file(model.name).parent),
            "env": [*([key] if key else []), *table.env],
            "read": [str(file), str(self.places_of(model.place))], "write": [str(self.calls(model.name))]}


def _asked(model: EvaluatedModel) -> dict[str, Any]:
    """Return the tables that say how a model is asked."""
    return {**model.tables, "endpoints": {
        name: {key: _NAMES if key == "names" else value for key, value in endpoint.items() if key not in _MAY_CHANGE}
        for name, endpoint in model.tables["endpoints"].items()}}


def matches_at_once(config: EvaluationConfig) -> int:
    """Return how many matches all setups together play at once."""
    return ceil(MORE_MATCHES * sum(config.limits.values()))


def _yardstick(table: YardstickTable, together: int) -> dict[str, Any]:
    cores = len(os.sched_getaffinity(0))
    many = table.concurrency or (cores if table.spec.startswith(_SEARCHES) else together)
    more = {"dir": table.dir, "args": table.args}
    return {"name": table.name, "spec": table.spec, "concurrency": many} | {
        key: value for key, value in more.items() if value}
