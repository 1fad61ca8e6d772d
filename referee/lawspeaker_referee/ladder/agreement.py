"""What a ladder is played by: agreed when it begins, and never changed, or results could not be compared."""

from __future__ import annotations

from collections.abc import Iterable

from lawspeaker_referee.lobby.folder import Attempt, Numbers
from lawspeaker_referee.lobby.programme import Programme
from lawspeaker_referee.match.faults import policy_table
from lawspeaker_referee.tournament.beginning import known
from lawspeaker_referee.tournament.extension import compared
from lawspeaker_referee.tournament.fields import BadTerms
from lawspeaker_referee.tournament.format import LADDER
from lawspeaker_referee.tournament.ledger import Ledger
from lawspeaker_referee.tournament.terms import Terms, parse_terms


def terms_of(programme: Programme) -> Terms:
    """The terms of a ladder that plays this. Raises BadTerms for a name that no ledger takes."""
    return parse_terms({
        "name": programme.name, "game": programme.game.name, "players": programme.setup.players,
        "options": dict(programme.setup.options), "clock": programme.clock.text,
        "faults": policy_table(programme.policy), "format": {"kind": LADDER}, "bots": [],
        "records": str(programme.records), "secret": programme.secret.hex(),
    }, "ladder")


def begin(ledger: Ledger, terms: Terms) -> None:
    """Begin a ladder, or find that it began with these very terms. Raises BadTerms and BadLedger."""
    name = terms.name
    if name not in ledger.tournaments():
        ledger.begin(name, terms.as_dict(), terms.secret)
        return
    for what, was, given in compared(known(ledger, name), terms):
        if was != given:
            raise BadTerms(f"ladder {name}: {what} was {was} and is {given} now, and results of both cannot be "
                           "compared; take it back, or take another --name")
    if terms.secret != ledger.secret(name):
        raise BadTerms(f"ladder {name}: it began with another secret of dice than that of these records; give its "
                       "folder as --records or its file as --secret, or take another --name")


def check_numbers(name: str, numbers: Numbers, match_ids: Iterable[str]) -> None:
    """Raises BadTerms if the ledger has matches that are new to the folder of the records, and OSError.

    They would be begun once more, with dice that are known.
    """
    attempts = filter(None, (Attempt.of_id(name, match_id) for match_id in match_ids))
    counted, last = max((attempt.number for attempt in attempts), default=0), numbers.last()
    if counted > last:
        raise BadTerms(f"ladder {name}: its ledger counts match {counted}, and the records know of {last}; give the "
                       "folder of its records as --records, or take another --name")
