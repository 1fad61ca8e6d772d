"""What may change in a tournament that has begun: more rounds and bots, how it is run, and bots that never played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lawspeaker_engine.game import spell
from lawspeaker_referee.match.faults import policy_table
from lawspeaker_referee.tournament.designs import entries
from lawspeaker_referee.tournament.fields import BadTerms
from lawspeaker_referee.tournament.format import KNOCKOUT, Format
from lawspeaker_referee.tournament.nouns import Played
from lawspeaker_referee.tournament.sandboxed import as_table
from lawspeaker_referee.tournament.terms import COPY, Bot, Terms
from lawspeaker_referee.wording import policy_value


@dataclass(frozen=True, slots=True)
class Extension:
    """Terms of a tournament that goes on, and what is new in them."""

    terms: Terms
    changes: tuple[str, ...]
    """A line each; empty if the ledger needs no new version of the terms."""
    why_none: str = "nothing is new in the file"
    """The line in place of them."""
    specs: Mapping[str, str] = field(default_factory=dict)
    """Bot -> what starts it from now on; only those of old for which that is new."""


def extended(old: Terms, new: Terms, played: Sequence[Played] = (), given_up: Collection[str] = ()) -> Extension:
    """The terms by which all that was played still counts, with what is new; bots of old stay in their order.

    A new bot plays what it has missed, or in a Swiss tournament from the next round on. What starts a bot may change
    until a match of it is counted. Raises BadTerms for a change after which results could not be compared.
    """
    for what, was, given in compared(old, new):
        if was != given:
            raise BadTerms(f"{new.name}: {what} was {was} and cannot become {given}: results of both cannot be "
                           "compared; take it back, or begin a tournament of another name")
    if new.format.rounds < old.format.rounds:
        raise BadTerms(f"{new.name}: rounds was {old.format.rounds} and cannot become {new.format.rounds}; "
                       "rounds are only added")
    last = max(entry.round for entry in entries(old, played, given_up))
    counted = {bot.partition(COPY)[0] for each in played for bot in each.seats}
    bots = (*_old_bots(old, new, counted), *_new_bots(old, new, last))
    terms = replace(new, format=_format(old, new), bots=bots)
    specs = {now.name: now.spec for was, now in zip(old.bots, terms.bots, strict=False) if was.spec != now.spec}
    return Extension(terms, tuple(_changes(old, terms)), specs=specs)


def compared(old: Terms, new: Terms) -> Iterator[tuple[str, str, str]]:
    """What must be the same for results to be compared, as it was and as it is said now."""
    yield "name", old.name, new.name
    yield "game", old.game, new.game
    yield "players", str(old.players), str(new.players)
    for option, value in old.setup.options.items():
        yield f"option {option}", spell(value), spell(new.setup.options.get(option, ""))
    yield "clock", old.clock.text, new.clock.text
    policy = policy_table(new.policy)
    for key, value in policy_table(old.policy).items():
        yield f"faults.{key}", policy_value(value), policy_value(policy[key])
    before, after = old.format.as_dict(), new.format.as_dict()
    for key in before:
        if key not in {"rounds", "challengers"}:
            yield f"format: {key}", spell(before[key]), spell(after.get(key, "something else"))
    limits = as_table(new.sandbox)
    for key, value in as_table(old.sandbox).items():
        yield f"sandbox: {key}", str(value), str(limits[key])
    yield "stop", str(dict(sorted(old.stop.items()))), str(dict(sorted(new.stop.items())))


def _old_bots(old: Terms, new: Terms, counted: Collection[str]) -> Iterator[Bot]:
    given = {bot.name: bot for bot in new.bots}
    for bot in old.bots:
        now = given.get(bot.name)
        if now is None:
            raise BadTerms(f"{new.name}: bot {bot.name!r} has played and is gone from the file; put it back")
        if now.spec != bot.spec and bot.name in counted:
            raise BadTerms(f"{new.name}: bot {bot.name!r} was {bot.spec!r} and cannot become {now.spec!r}, as "
                           "matches of it are counted; add the new one under a name of its own")
        yield replace(now, joined=bot.joined)


def _new_bots(old: Terms, new: Terms, last: int) -> Iterator[Bot]:
    for bot in new.bots:
        if bot.name not in old.names:
            if old.format.kind == KNOCKOUT:
                raise BadTerms(f"{new.name}: bot {bot.name!r} comes too late for a knockout; begin another one with it")
            yield replace(bot, joined=last)


def _format(old: Terms, new: Terms) -> Format:
    """The new one, with challengers in the order in which they came."""
    was, now = old.format.challengers, new.format.challengers
    for bot in old.names:
        if (bot in was) != (bot in now):
            raise BadTerms(f"{new.name}: bot {bot!r} cannot change sides between challengers and field; "
                           "add it once more under another name")
    return replace(new.format, challengers=(*was, *(bot for bot in now if bot not in was)))


def _changes(old: Terms, terms: Terms) -> Iterator[str]:
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
        if (bot.concurrency, bot.fresh) != (was.concurrency, was.fresh):
            yield f"bot {bot.name} is run in another way: concurrency {bot.concurrency}, fresh {spell(bot.fresh)}"
    if terms.records != old.records:
        yield f"records: {old.records} -> {terms.records}"
