"""The beginning of a ladder, or its return: its ledger is begun, or found to be of these terms and recalled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.competition.ladder.results import REFEREE, Job, Seen, answers, keeper_of
from lawspeaker_referee.competition.ledger import BadLedger, Ledger
from lawspeaker_referee.competition.ledger.outages import RetryPolicy
from lawspeaker_referee.competition.tournament.blocks import signer_at
from lawspeaker_referee.competition.tournament.setup import compared, known
from lawspeaker_referee.config.entrants import NEW
from lawspeaker_referee.config.fault_policies import policy_table
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import LADDER
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.host.storage import Attempt, MatchNumbers, keep_secret


@dataclass(frozen=True, slots=True)
class Restored:
    """The matches that were played before, besides what the ladder itself has recalled."""

    seen: Seen
    """The last rows of the ledger that it was told of."""
    counted: int
    """The number of results that count."""
    uncounted: list[str]
    """The ids of complete matches that are not counted yet, in their order."""


def restore(ladder: Ladder, job: Job, terms: TournamentConfig, config: QueueConfig,
            retry_policy: RetryPolicy | None = None) -> Restored:
    """Begin a ladder in its ledger, or let it recall what was counted and decided; look for complete matches besides.

    `retry_policy` waits for a ledger that was reached and is locked or away then. Raises BadConfig for another ladder's
    ledger, ValueError and OSError.
    """
    name = job.name
    ledger = Ledger.open(job.ledger, signer=signer_at(job.key), retry_policy=retry_policy, wait_at_once=False)
    try:
        keeper_of(job).check(ledger)
        begin(ledger, terms)
        join(ledger, name, job.referee, config)
        with ledger.snapshot() as moment:  # a result that is voided in between would be counted, or taken out twice
            results, last_result = moment.results_after(name, 0)
            decisions, last_decision = moment.decisions_after(name, 0)
            ladder.recall(results, decisions)
            ladder.answered(answers(moment.bot_sums(name)))
            known_ids = moment.attempt_ids(name)  # those that were voided too: nobody counts them again
    finally:
        ledger.close()
    numbers = MatchNumbers(job.records, config.name, lasting=True)
    check_numbers(config.name, numbers, known_ids)
    uncounted = [match_id for match_id in numbers.complete() if match_id not in known_ids]
    return Restored(Seen(last_result, last_decision), len(results), uncounted)


def terms_of(config: QueueConfig, versions: str = NEW) -> TournamentConfig:
    """Return the config of a ladder that plays this. Raises BadConfig for a name that no ledger takes."""
    return parse_config({
        "name": config.name, "game": config.game.name, "players": config.setup.players,
        "options": dict(config.setup.options), "clock": config.clock.text,
        "faults": policy_table(config.policy), "format": {"kind": LADDER}, "bots": [],
        "versions": versions,
        "records": str(config.records), "secret": config.secret.hex(),
    }, "ladder")


def begin(ledger: Ledger, terms: TournamentConfig) -> None:
    """Begin a ladder, or check that it began with these very terms. Raises BadConfig and BadLedger."""
    name = terms.name
    if name not in ledger.tournaments():
        try:
            ledger.begin(name, terms.as_dict(), terms.secret)
        except BadLedger:
            if name not in ledger.tournaments():
                raise
        else:
            return  # otherwise another referee has begun it meanwhile, with a folder of its own
    for what, was, given in compared(known(ledger, name), terms):
        if was != given:
            raise BadConfig(f"ladder {name}: {what} was {was} and is {given} now, and results of both cannot be "
                            "compared; take it back, or take another --name")
    if terms.secret != ledger.secret(name):
        raise BadConfig(f"ladder {name}: it began with another secret of dice than that of these records; give its "
                        "folder as --records or its file as --secret, or take another --name")


def join(ledger: Ledger, name: str, referee: str, config: QueueConfig) -> None:
    """Take the label of a referee for this folder of records. Raises BadConfig if another folder has it, and OSError.

    Two folders with one label would begin matches with the same ids, and so with the same dice.
    """
    assert config.records is not None
    folder = keep_secret(config.records / f".{config.name}.folder").hex()[:16]  # any name that no other folder has
    payload = {"referee": referee, "folder": folder}
    if ledger.claim(name, REFEREE, "referee", payload)["folder"] != folder:
        whose = f"referee {referee!r} of it" if referee else "its referee without --referee"
        raise BadConfig(f"ladder {name}: {whose} has its records in another folder; give that folder as --records, or "
                        "take another --referee")


def check_numbers(name: str, numbers: MatchNumbers, match_ids: Iterable[str]) -> None:
    """Check that the folder of records knows every match of the ledger. Raises BadConfig and OSError.

    A match that it does not know would be begun again, with dice that are already public.
    """
    attempts = filter(None, (Attempt.of_id(name, match_id) for match_id in match_ids))
    counted, last = max((attempt.number for attempt in attempts), default=0), numbers.last()
    if counted > last:
        raise BadConfig(f"ladder {name}: its ledger counts match {counted}, and the records know of {last}; give the "
                        "folder of its records as --records, or take another --name")
