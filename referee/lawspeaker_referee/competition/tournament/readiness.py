"""The check before an event: can bots start, are there tokens, certificates, an address, room for the records?"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Final

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_specs import why_not_started
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.listen import ListenTable
from lawspeaker_referee.config.sandbox import format_bytes
from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig
from lawspeaker_referee.config.user_files import existing_part, why_no_folder
from lawspeaker_referee.host.local_bots import make_local
from lawspeaker_referee.host.process.protection import missing_protection
from lawspeaker_referee.server.addresses import trouble_with
from lawspeaker_referee.server.tls import check_files
from lawspeaker_referee.server.tokens import read

LEAST_ROOM: Final = 1 << 30
"""Bytes on the disk of the records below which that is told."""

Certify = Callable[[BotConfig], str]
"""Tests a bot that is started here; returns what failed, in words, and an empty text if nothing did."""


@dataclass(frozen=True, slots=True)
class EventFinding:
    """One thing that was looked at."""

    part: str
    """The thing that was looked at, such as `bot ann`."""
    words: str
    missing: bool = False
    """True if the event cannot be played like this."""


def findings(terms: TournamentConfig, certify: Certify | None = None) -> Iterator[EventFinding]:
    """Yield what was found, one after another: testing bots takes a while. `certify` tests those started here."""
    tokens = _tokens(terms.listen)
    for bot in terms.bots:
        if bot.token:
            yield _connecting(bot, tokens, terms.listen)
        else:
            yield _started(bot, terms, certify)
    if terms.listen is not None:
        yield from _listening(terms.listen)
        yield _clock("clock", terms.clock)
    for name, clock in terms.own_clocks.items():
        yield _clock(f"clock of {name}", clock)
    if words := unprotected(terms):
        yield EventFinding("sandbox", words)
    yield _records(terms.records)


def check_listening(listen: ListenTable | None) -> None:
    """Raise BadTokens, BadTls or OSError for a file without which no bot could connect."""
    if listen is not None:
        read(listen.token_file)
        if listen.certificates is not None:
            check_files(listen.certificates)


def unprotected(terms: TournamentConfig) -> str:
    """Return a line that says what this machine lacks to start bots of strangers; empty if it starts none."""
    if not any(bot.seat.is_own for bot in terms.bots):
        return ""
    missing = missing_protection()
    return f"for bots of strangers this machine lacks {', '.join(missing)}: see SECURITY.md" if missing else ""


def _tokens(listen: ListenTable | None) -> dict[str, bool]:
    """Return name of a token -> whether it holds; none where the file cannot be read."""
    if listen is None:
        return {}
    try:
        return {entry.name: entry.revoked is None for entry in read(listen.token_file)}
    except OSError:
        return {}


def _connecting(bot: BotConfig, tokens: Mapping[str, bool], listen: ListenTable | None) -> EventFinding:
    file = listen.tokens if listen else ""
    part, holds = f"bot {bot.name}", tokens.get(bot.token)
    if holds:
        return EventFinding(part, f"connects with the token {bot.token}; its author tests it by `lawspeaker certify`")
    why = "is revoked" if holds is False else f"is not in {file}"
    return EventFinding(part, f"the token {bot.token} {why}; `lawspeaker tokens create {quote(bot.token)} --file "
                              f"{quote(str(file))}` makes one", missing=True)


def _started(bot: BotConfig, terms: TournamentConfig, certify: Certify | None) -> EventFinding:
    part, seat = f"bot {bot.name}", bot.seat
    if seat.python_class or terms.in_process:
        try:
            make_local(seat)
        except BadSetup as error:
            return EventFinding(part, str(error), missing=True)
        return EventFinding(part, "an object of this process")
    if seat.is_own:
        why = why_not_started(seat.command)
        if why or shutil.which(seat.command[0]) is None:
            return EventFinding(part, f"cannot be started{why}", missing=True)
        if unset := [name for name in bot.within(terms.sandbox).variables if name not in os.environ]:
            return EventFinding(part, f"the variable {unset[0]} of its env is not set here", missing=True)
        if certify is None:
            return EventFinding(part, f"its program {seat.command[0]} is there; --certify tests the bot")
    if certify is None:
        return EventFinding(part, "built in")
    failed = certify(bot)
    return EventFinding(part, failed or "passes all trials of certify", missing=bool(failed))


def _listening(listen: ListenTable) -> Iterator[EventFinding]:
    trouble = trouble_with(listen.address)
    yield EventFinding("address", f"cannot listen on {listen.address}: {trouble}" if trouble else
                  f"{listen.address} is free", missing=bool(trouble))
    if listen.certificates is not None:
        try:
            check_files(listen.certificates)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            yield EventFinding("certificate", f"{where}{error.strerror or error}", missing=True)
        else:
            yield EventFinding("certificate", f"{listen.certificates.cert} can be used")
    elif listen.in_clear:
        yield EventFinding("certificate", "none: tokens and games cross the network in clear, unless a proxy in front "
                                     "speaks TLS")


def _clock(part: str, clock: Clock) -> EventFinding:
    if clock.move_time is None:
        return EventFinding(part, f"{clock.text} has no limit: a bot that is silent holds its match for ever; take "
                                '"standard", or "llm" for models', missing=True)
    return EventFinding(part, clock.text)


def _records(folder: Path) -> EventFinding:
    if why := why_no_folder(folder):
        return EventFinding("records", why, missing=True)
    free = shutil.disk_usage(existing_part(folder)).free
    return EventFinding("records", f"{folder}, with {format_bytes(free)} free on its disk" + (
        "" if free >= LEAST_ROOM else "; records are some kilobytes each, what bots print may be more"))
