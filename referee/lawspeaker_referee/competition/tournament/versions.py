"""Versions of a tournament's bots: which entrant a bot of the file is, and what follows if it has changed.

A bot of the file is the entrant of the same name and version whose files have the same digest. With another version or
other files it is another entrant, which joins in its place, or it is refused, as the file says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from msgspec import structs

from lawspeaker_referee.config.bot_files import bot_digest
from lawspeaker_referee.config.entrants import REFUSE, entrant_of, split_entrant, with_digest, without_digest
from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig
from lawspeaker_referee.config.tournament_format import Format
from lawspeaker_referee.config.validation import BadConfig


def versions_entered(old: TournamentConfig, new: TournamentConfig, counted: Collection[str]) -> tuple[TournamentConfig,
                                                                                                     dict[str, str]]:
    """Return the settings of a file with its bots under their entrants and with replaced ones, and why these are out.

    `counted` are the entrants with a counted match. Raises BadConfig for another version of one, if the file refuses
    that.
    """
    entered = [_entered(old, bot, counted, new) for bot in new.bots]
    here = {bot.name for bot in entered}
    names = {split_entrant(bot.name)[0]: bot.name for bot in entered}
    replaced = {}
    for was in old.bots:
        if was.name not in here and (now := names.get(split_entrant(was.name)[0])):
            if new.versions == REFUSE:
                raise BadConfig(f"{new.name}: bot {was.name!r} is gone from the file and {now!r} is there, which is "
                                'another bot; keep both in it, or write versions = "new" to replace the one')
            replaced[was.name] = f"{now} has taken the place of {was.name}"
            entered.append(was)
    return replace(new, bots=tuple(entered), format=_sides(new, entered)), replaced


def _entered(old: TournamentConfig, bot: BotConfig, counted: Collection[str], new: TournamentConfig) -> BotConfig:
    """Return a bot of the file under its entrant."""
    alike = [was for was in old.bots if _called(was) == bot.name]
    if not alike:
        return bot
    same = [was for was in alike if was.digest == bot.digest] or [was for was in alike if was.name not in counted]
    if same:
        return structs.replace(bot, name=same[0].name)
    was = alike[-1]
    if not was.digest or not bot.digest:  # nothing is known of the one or the other file
        return structs.replace(bot, name=was.name, digest=was.digest)
    if new.versions == REFUSE:
        raise BadConfig(changed(new.name, was))
    name, version = split_entrant(bot.name)
    return structs.replace(bot, name=entrant_of(name, with_digest(version, bot.digest)))


def _called(bot: BotConfig) -> str:
    """Return the name and version by which an entrant of the ledger is called in a file."""
    name, version = split_entrant(bot.name)
    return entrant_of(name, without_digest(version, bot.digest))


def _sides(new: TournamentConfig, entered: Iterable[BotConfig]) -> Format:
    """Return the format, in which another version of a challenger is a challenger."""
    challengers = new.format.challengers
    more = [bot.name for bot in entered if bot.name not in challengers and _called(bot) in challengers]
    return structs.replace(new.format, challengers=(*challengers, *more))


def changed(tournament: str, bot: BotConfig) -> str:
    """Return the line that refuses a bot whose files are others than those of its counted matches."""
    return (f"{tournament}: the files of bot {bot.name!r} ({bot.spec}) have changed since it played, and both would "
            'count as one bot; put them back, or enter it anew: give it another version, or write versions = "new", '
            "and extend")


def check_files(terms: TournamentConfig, withdrawn: Collection[str]) -> None:
    """Raise BadConfig if the local files of a bot that still plays are others than the ledger has."""
    for bot in terms.bots:
        if bot.name not in withdrawn and is_changed(bot):
            raise BadConfig(changed(terms.name, bot))


def is_changed(bot: BotConfig) -> bool:
    """Return whether the local files of a bot are there and others than the ledger has."""
    found = bot_digest(bot.seat) if bot.digest else ""
    return bool(found) and found != bot.digest
