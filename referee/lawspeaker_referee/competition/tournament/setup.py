"""Setup of a tournament in its ledger: begin it from a file, check that a file is unchanged, or extend it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import time
from typing import Final

from msgspec import structs

from lawspeaker_engine.setups import spell
from lawspeaker_referee.competition.formats import WHOLE, entries
from lawspeaker_referee.competition.formats.rulings import NO_RULINGS, Rulings
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop
from lawspeaker_referee.competition.tournament.state import EXTENDED, given_up, rulings_of, state_of
from lawspeaker_referee.competition.tournament.versions import versions_entered
from lawspeaker_referee.competition.tournament.worker_names import is_gone
from lawspeaker_referee.config.entrants import SHOWN_DIGITS
from lawspeaker_referee.config.fault_policies import policy_table
from lawspeaker_referee.config.formatting import format_policy_value
from lawspeaker_referee.config.match_keys import SQLITE, ledger_file
from lawspeaker_referee.config.sandbox import sandbox_table
from lawspeaker_referee.config.tournament import COPY, OF_PROCESSES, BotConfig, TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import KNOCKOUT, LADDER, Format
from lawspeaker_referee.config.validation import BadConfig


@dataclass(frozen=True, slots=True)
class Extension:
    """The settings of a tournament that goes on, and what is new in them."""

    terms: TournamentConfig
    changes: tuple[str, ...]
    """A line each; empty if the ledger needs no new version of the settings."""
    why_none: str = "nothing is new in the file"
    """The line that is printed if there are no changes."""
    specs: Mapping[str, str] = field(default_factory=dict)
    """Bot -> spec that starts it from now on; only earlier bots whose spec is new."""
    withdrawn: Mapping[str, str] = field(default_factory=dict)
    """Bot that another version has replaced -> why it plays no more."""


def extended(old: TournamentConfig, new: TournamentConfig, played: Sequence[PlayedMatch] = (),
             given_up: Collection[str] = (), counted: Collection[str] = (),
             withdrawn: Collection[str] = (), rulings: Rulings = NO_RULINGS) -> Extension:
    """Return the settings with what is new, by which all that was played still counts; earlier bots keep their order.

    A new bot plays what it has missed, or in a Swiss tournament from the next round on. The spec of a bot may change
    until a match of it is counted; `counted` are bots of whom that is known without `played`. `withdrawn`
    are bots that were replaced before. Raises BadConfig for a change after which results could not be compared.
    """
    for what, was, given in compared(old, new):
        if was != given:
            raise BadConfig(f"{new.name}: {what} was {was} and cannot become {given}: results of both cannot be "
                           "compared; take it back, or begin a tournament of another name")
    if new.format.rounds < old.format.rounds:
        raise BadConfig(f"{new.name}: rounds was {old.format.rounds} and cannot become {new.format.rounds}; "
                       "rounds are only added")
    last = (old.format.rounds if old.format.kind in WHOLE else
            max(entry.round for entry in entries(old, played, given_up, rulings)))
    known = {bot.partition(COPY)[0] for bot in (*counted, *(bot for each in played for bot in each.seats))}
    new, replaced = versions_entered(old, new, known)
    bots = (*_old_bots(old, new, known), *_new_bots(old, new, last))
    terms = replace(new, format=_format(old, new), bots=bots)
    specs = {now.name: now.spec for was, now in zip(old.bots, terms.bots, strict=False) if was.spec != now.spec}
    changes = (*_changes(old, terms),
               *(f"bot {bot} plays no more: {why}" for bot, why in replaced.items() if bot not in withdrawn),
               *(f"bot {bot} plays again" for bot in withdrawn if bot not in replaced))
    return Extension(terms, changes, specs=specs, withdrawn=replaced)


def compared(old: TournamentConfig, new: TournamentConfig) -> Iterator[tuple[str, str, str]]:
    """Yield (setting, old value, new value) for all that must stay the same for results to be compared."""
    yield "name", old.name, new.name
    yield "game", old.game, new.game
    yield "players", str(old.players), str(new.players)
    for option, value in old.setup.options.items():
        yield f"option {option}", spell(value), spell(new.setup.options.get(option, ""))
    yield "clock", old.clock.text, new.clock.text
    yield "in_process", spell(old.in_process), spell(new.in_process)
    policy = policy_table(new.policy)
    for key, value in policy_table(old.policy).items():
        yield f"faults.{key}", format_policy_value(value), format_policy_value(policy[key])
    before, after = old.format.as_dict(), new.format.as_dict()
    for key in before:
        if key not in {"rounds", "challengers"}:
            yield f"format: {key}", spell(before[key]), spell(after.get(key, "something else"))
    limits = sandbox_table(new.sandbox)
    for key, value in sandbox_table(old.sandbox).items():
        yield f"sandbox: {key}", str(value), str(limits[key])
    yield "stop", str(dict(sorted(old.stop.items()))), str(dict(sorted(new.stop.items())))


def _old_bots(old: TournamentConfig, new: TournamentConfig, counted: Collection[str]) -> Iterator[BotConfig]:
    given = {bot.name: bot for bot in new.bots}
    for bot in old.bots:
        now = given.get(bot.name)
        if now is None:
            raise BadConfig(f"{new.name}: bot {bot.name!r} has played and is gone from the file; put it back")
        changed = [key for key in ("dir", "scratch", "clock", *OF_PROCESSES) if getattr(now, key) != getattr(bot, key)]
        if changed and bot.name in counted:
            raise BadConfig(f"{new.name}: {changed[0]} of bot {bot.name!r} cannot change, as matches of it are "
                            "counted; add the new one under a name or version of its own")
        if now.spec != bot.spec and bot.name in counted:
            raise BadConfig(f"{new.name}: bot {bot.name!r} was {bot.spec!r} and cannot become {now.spec!r}, as "
                           "matches of it are counted; add the new one under a name or version of its own")
        yield structs.replace(now, joined=bot.joined)


def _new_bots(old: TournamentConfig, new: TournamentConfig, last: int) -> Iterator[BotConfig]:
    for bot in new.bots:
        if bot.name not in old.names:
            if old.format.kind == KNOCKOUT:
                raise BadConfig(
                    f"{new.name}: bot {bot.name!r} comes too late for a knockout; begin another one with it")
            yield structs.replace(bot, joined=last)


def _format(old: TournamentConfig, new: TournamentConfig) -> Format:
    """Return the new format, with challengers in the order in which they came."""
    was, now = old.format.challengers, new.format.challengers
    for bot in old.names:
        if (bot in was) != (bot in now):
            raise BadConfig(f"{new.name}: bot {bot!r} cannot change sides between challengers and field; "
                           "add it once more under another name")
    return structs.replace(new.format, challengers=(*was, *(bot for bot in now if bot not in was)))


def _changes(old: TournamentConfig, terms: TournamentConfig) -> Iterator[str]:
    if terms.format.rounds > old.format.rounds:
        yield f"rounds: {old.format.rounds} -> {terms.format.rounds}"
    known = {bot.name: bot for bot in old.bots}
    for bot in terms.bots:
        if bot.name not in known:
            side = " as a challenger" if bot.name in terms.format.challengers else ""
            yield f"bot {bot.name} joins{side}"
            continue
        was = known[bot.name]
        if bot.spec != was.spec:
            yield f"bot {bot.name} is started by {bot.spec!r}, no longer by {was.spec!r}"
        elif bot.digest != was.digest:
            yield f"bot {bot.name} has other files, with the SHA-256 {bot.digest[:SHOWN_DIGITS] or 'unknown'}"
        if (bot.concurrency, bot.fresh) != (was.concurrency, was.fresh):
            yield f"bot {bot.name} is run in another way: concurrency {bot.concurrency}, fresh {spell(bot.fresh)}"
        if (bot.dir, bot.scratch) != (was.dir, was.scratch):
            yield f"bot {bot.name} has another place: dir {bot.dir or 'unnamed'}, scratch {bot.scratch or 'not kept'}"
        if changed := [key for key in OF_PROCESSES if getattr(bot, key) != getattr(was, key)]:
            yield f"bot {bot.name} has another {' and '.join(changed)}"
    if terms.versions != old.versions:
        yield f"versions: {old.versions} -> {terms.versions}"
    if terms.listen != old.listen:
        yield f"listen: {terms.listen.address if terms.listen else 'no more'}, and what stands with it"
    if terms.records != old.records:
        yield f"records: {old.records} -> {terms.records}"


LEDGER_FILE: Final = "ledger.db"
RECORDS: Final = Path("records")
"""The folder in which each tournament has a folder for its records, unless its file names another."""


def default_ledger(records: Path) -> str:
    """Return the URL of the ledger in the folder of the records, where isolated bots see neither."""
    return f"{SQLITE}{records / LEDGER_FILE}"


def hidden(url: str, records: Path) -> tuple[Path, ...]:
    """Return the paths that bots must not see besides the records.

    They are the default folder of all records, which holds other tournaments' ledgers and secrets, and a ledger that
    lies elsewhere.
    """
    others = (records.parent,) if records.parent.resolve() == RECORDS.resolve() else ()
    path = ledger_file(url)
    if path is None or records.resolve() in path.resolve().parents:
        return others
    return (*(path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")), *others)


def begin(ledger: Ledger, terms: TournamentConfig, tell: Callable[[str], None] = lambda _: None) -> TournamentConfig:
    """Begin a tournament, or check that it began with these settings; `tell` gets a line for each change.

    Until a match is counted, changes that `extend` would apply are applied here too. Raises BadConfig and
    BadLedger.
    """
    EarlyStop(terms, ledger)  # or a test that nobody understands would be noticed after the first match
    if terms.name not in ledger.tournaments():
        ledger.begin(terms.name, terms.as_dict(), terms.secret)
        return terms
    check_unrevealed(ledger, terms.name)
    if not ledger.sums(terms.name).matches:
        found = extend(ledger, terms)
        for change in found.changes:
            tell(change)
        return found.terms
    return check_unchanged(ledger, terms)


def check_unchanged(ledger: LedgerQueries, terms: TournamentConfig) -> TournamentConfig:
    """Return the settings in force, with the workers of these. Raises BadConfig if the file differs, and BadLedger."""
    found = _extension(ledger, terms)
    if found.changes:
        raise BadConfig(f"{terms.name}: the file has changed since it began ({'; '.join(found.changes)}); "
                       "`lawspeaker tournament extend` takes that over")
    return found.terms


def extend(ledger: Ledger, terms: TournamentConfig) -> Extension:
    """Apply what is new in the file, unless a test has ended the tournament. Raises BadConfig and BadLedger."""
    check_unrevealed(ledger, terms.name)
    found = _extension(ledger, terms)
    if (stopped := state_of(ledger.decisions(terms.name)).stopped) is not None:
        return Extension(known(ledger, terms.name), (), f"its test has decided {stopped['verdict']}, so it stays ended "
                         "and nothing is taken over from the file")
    written = not found.changes
    while not written:  # whoever leases a match meanwhile may begin it with a bot as it was
        leased = {lease.match_id for lease in ledger.leases(terms.name)} if found.specs else None
        _check_not_played(ledger, terms.name, found.specs)
        written = ledger.extend(terms.name, found.terms.as_dict(), EXTENDED, {
            "changes": list(found.changes), "specs": dict(found.specs), "withdrawn": dict(found.withdrawn)},
            leased=leased)
    return found


def _check_not_played(ledger: LedgerQueries, name: str, specs: Mapping[str, str]) -> None:
    """Raise BadConfig if a bot with a new spec is playing: that match would count for the new spec."""
    running = {lease.match_id for lease in ledger.leases(name)
               if specs and lease.until > time() and not is_gone(lease.worker)}
    if not running:
        return
    for entry in entries(known(ledger, name), ledger.results(name), given_up(ledger, name),
                         rulings_of(ledger, name)):
        for bot in {seat.partition(COPY)[0] for seat in entry.seats}.intersection(specs):
            if entry.match_id in running:
                raise BadConfig(f"{name}: bot {bot!r} is playing {entry.match_id} as it was; end the run first, and if "
                               "no match of it is counted then, it may be changed")


def check_unrevealed(ledger: LedgerQueries, name: str) -> None:
    """Raise BadConfig for a tournament whose secret is published: it plays no more matches."""
    if state_of(ledger.decisions(name)).revealed:
        raise BadConfig(f"{name}: its secret was told, so bots could know the dice of new matches; begin another "
                       "tournament")


def check_no_ladder(terms: TournamentConfig) -> None:
    """Raise BadConfig for a ladder, which is not played as a tournament."""
    if terms.format.kind == LADDER:
        raise BadConfig(f"{terms.name} is a ladder, which `lawspeaker serve --ladder` plays, as long as it runs")


def known(ledger: LedgerQueries, name: str) -> TournamentConfig:
    """Return the settings in force. Raises BadConfig and BadLedger."""
    return parse_config(ledger.terms(name), f"tournament {name} in the ledger")


def _extension(ledger: LedgerQueries, terms: TournamentConfig) -> Extension:
    name = terms.name
    if terms.secret not in {None, ledger.secret(name)}:
        raise BadConfig(f"{name}: it began with another secret; leave `secret` out, or begin another tournament")
    old = known(ledger, name)
    played = () if old.format.kind in WHOLE else ledger.results(name)
    found = extended(old, terms, played, given_up(ledger, name), ledger.bot_sums(name).keys(),
                     state_of(ledger.decisions(name)).withdrawn, rulings_of(ledger, name))
    return replace(found, terms=replace(found.terms, workers=terms.workers))


def workers_of(terms: TournamentConfig, wanted: int | None) -> int:
    """Return the number of workers: as wanted, as in the file, or one for each core."""
    return wanted or terms.workers or len(os.sched_getaffinity(0))
