"""Each bot's meetings, scores, times and faults, summed over counted matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import ceil, fsum, inf
from typing import Final

from lawspeaker_referee.match.faults import LEAVING, NETWORK, fault_name
from lawspeaker_referee.replay.seat_reports import SHARES
from lawspeaker_referee.tournament.details import SeatDetails
from lawspeaker_referee.tournament.ledger import Counted
from lawspeaker_referee.tournament.nouns import Played
from lawspeaker_referee.tournament.report.facts import Conduct, Meeting, Scores, Times

QUARTERS: Final = range(5)
_LOST: Final = frozenset(map(fault_name, (*LEAVING, NETWORK)))


def meetings_of(games: Iterable[Played]) -> dict[str, dict[str, Meeting]]:
    """Of each bot and each that was its opponent."""
    matches: Counter[tuple[str, str]] = Counter()
    halves: Counter[tuple[str, str]] = Counter()
    for game in games:
        teams = game.teams or range(len(game.seats))
        for (own, team, rank), (other, others, theirs) in permutations(
                zip(game.seats, teams, game.ranks, strict=True), 2):
            if team != others and own != other:
                matches[own, other] += 1
                halves[own, other] += (theirs > rank) + (theirs >= rank)
    found: dict[str, dict[str, Meeting]] = defaultdict(dict)
    for (own, other), number in sorted(matches.items()):
        found[own][other] = Meeting(number, halves[own, other] / 2)
    return dict(found)


def scores_of(bot: str, games: Iterable[Played]) -> Scores:
    """Of a bot that has played."""
    scores = sorted(score for game in games for name, score in zip(game.seats, game.scores, strict=True)
                    if name == bot)
    last = len(scores) - 1
    least, low, median, high, most = (scores[ceil(last * quarter / 4)] for quarter in QUARTERS)
    return Scores(bot, len(scores), fsum(scores) / len(scores), (least, low, median, high, most),
                  dict(Counter(scores)))


def seats_by_bot(counted: Iterable[Counted]) -> dict[str, list[SeatDetails]]:
    """How each bot did on each of its seats."""
    found: dict[str, list[SeatDetails]] = defaultdict(list)
    for each in counted:
        for bot, seat in zip(each.played.seats, each.details.seats, strict=True):
            found[bot].append(seat)
    return found


def times_of(bot: str, seats: Sequence[SeatDetails]) -> Times:
    """The times of all its answers."""
    total: Counter[int] = Counter()
    for seat in seats:
        total.update(seat.histogram)
    histogram = {bound: total[bound] for bound in sorted(total, key=lambda bound: bound or inf)}
    slowest = max((seat.slowest_us for seat in seats), default=0)
    return Times(bot, total.total(), histogram, _percentiles(histogram, slowest), slowest,
                 sum(seat.charged_us for seat in seats))


def _percentiles(histogram: Mapping[int, int], slowest: int) -> tuple[tuple[int, int], ...]:
    answers = sum(histogram.values())
    found = []
    for share in SHARES if answers else ():
        left = ceil(share * answers / 100)
        for bound, number in histogram.items():
            left -= number
            if left <= 0:
                found.append((share, min(bound or slowest, slowest)))
                break
    return tuple(found)


def conduct_of(bot: str, seats: Sequence[SeatDetails]) -> Conduct:
    """The faults of all its matches."""
    faults: Counter[str] = Counter()
    for seat in seats:
        faults.update(seat.faults)
    return Conduct(
        bot, len(seats), sum(seat.decisions for seat in seats), dict(sorted(faults.items())),
        sum(seat.refused for seat in seats), sum(_LOST.intersection(seat.faults) != set() for seat in seats),
        sum(seat.disqualified for seat in seats),
        sum(bool(seat.forfeit) for seat in seats))
