"""The facts of a report as plain data: equal facts make the same report, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lawspeaker_referee.competition.formats.standings import FormatStanding, KnockoutRound
from lawspeaker_referee.competition.kept_ratings import KeptRatings
from lawspeaker_referee.competition.model_fit import ModelFit
from lawspeaker_referee.competition.organiser import Ruling
from lawspeaker_referee.competition.ratings import Ratings
from lawspeaker_referee.competition.ratings.sequential import TestState
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.match.seat_marks import SeatMarks


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of a bot against another one."""

    matches: int
    points: float
    """1 for each match in which it was placed before the other, 1/2 for each tie."""
    won: int
    """Matches in which it was placed before the other."""
    drawn: int


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a bot, in the game's own points."""

    bot: str
    matches: int
    mean: float
    quartiles: tuple[int, int, int, int, int]
    """Least, quarter, median, three quarters, most; each is a score that it had."""
    counts: Mapping[int, int]
    """Score -> matches, the lowest score first."""


@dataclass(frozen=True, slots=True)
class Times:
    """The thinking times of a bot, in microseconds."""

    bot: str
    answers: int
    histogram: Mapping[int, int]
    """Upper bound -> answers, as in `SeatDetails`, the lowest bound first; answers beyond the last bound come last."""
    percentiles: tuple[tuple[int, int], ...]
    """(Per cent, bound of the bucket within which so many answers came, or the slowest if that is less)."""
    slowest_us: int
    charged_us: int
    input_tokens: int = 0
    """Tokens that its model read in all, as the bot says."""
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class FaultSummary:
    """The faults of a bot."""

    bot: str
    matches: int
    decisions: int
    faults: Mapping[str, int]
    """Kind -> decisions that the referee answered because of it; without zeros."""
    refused: int
    """Answers that were refused, whether a legal one followed or not."""
    lost: int
    """Matches in which its process or its connection ended."""
    disqualified: int
    forfeits: int
    substituted: int
    """Matches in which a substitute played its place to the end."""
    stand_ins: Mapping[str, int]
    """Origin -> answers that a stand-in gave, as the bot says; without zeros."""
    stood_in: int
    """Matches that are lost for it because of them."""
    own: int
    """Decisions that it answered itself, without stand-ins."""
    resigned: int
    """Matches in which it resigned."""

    @property
    def own_share(self) -> float | None:
        """Return the share of its decisions that it answered itself; None without decisions."""
        return self.own / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class VoidMatch:
    """A match with void attempts."""

    match_id: str
    reasons: tuple[str, ...]
    """Why each attempt was void."""
    outcome: str
    """`counted later`, `given up` or `to be played again`; `fate` in JSON."""
    record: str
    """The place of the counted match's file in the folder of the records; empty without a result."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions of about the same probability, and how many of them came true; all are shares from 0 to 1."""

    low: float
    high: float
    seats: int
    """The number of predictions, one for each competitor of a match."""
    predicted: float
    """The mean of the predictions."""
    observed: float
    """The share of them that came first; a shared first place counts in parts."""
    interval: tuple[float, float] | None
    """The 95 % interval of `observed`, with a seed block as one observation; None if there is only one block."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Predictions from ratings, compared with the results of matches that these ratings had not seen."""

    folds: int
    """Parts of the seed blocks; each was predicted from all others."""
    matches: int
    left_out: int
    """Matches that could not be predicted: one of the bots was in no other part."""
    brier: float
    """The mean of (predicted - observed) squared, over competitors; 0 is best."""
    brier_even: float
    """`brier` if all competitors of a match were given the same chance."""
    bins: tuple[Bin, ...]
    """The bins that are not empty, the lowest first."""


@dataclass(frozen=True, slots=True)
class Remarkable:
    """A match that may be worth a look."""

    why: str
    match_id: str
    told: str
    record: str
    """The place of its file in the folder of the records."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in the table of matches."""

    played: PlayedMatch
    steps: int
    note: str
    """Why it is notable; empty if it is not."""
    record: str
    """The place of its file in the folder of the records."""
    marks: SeatMarks


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a report tells of a tournament. Bots stand in the order of their ratings, the best first."""

    name: str
    ladder: bool
    """True if it is a ladder: nothing is scheduled, and it is never over."""
    terms: Mapping[str, str]
    """The terms as text: key -> value."""
    entered: tuple[str, ...]
    """The bots in the order of the file, which seeds a knockout."""
    bots: tuple[str, ...]
    """All bots that are in the terms or were counted, and the automa."""
    scheduled: int
    counted: int
    voids: int
    """Void attempts."""
    blocks: int
    """Seed blocks of which a match was counted."""
    whole_blocks: int
    """Seed blocks of which all matches were counted."""
    rounds: int
    """The last of which a match was counted."""
    began_unix_ms: int
    """When the first counted match began; 0 if there is none."""
    ended_unix_ms: int
    """When the last one ended."""
    commitment: str
    """The hash of the secret of all dice, in hexadecimal."""
    secret: str
    """The secret itself; empty if it is not published."""
    digests: Mapping[str, str]
    """Bot with files of its own -> their SHA-256, in hexadecimal."""
    over: bool
    """True if no match is left to play."""
    paused: bool
    out: Mapping[str, str]
    """Bots that play no more -> why, in words that everybody may read."""
    organiser: tuple[Ruling, ...]
    """The decisions of the organiser, in their order."""
    stop: Mapping[str, Any]
    """The settings of the test that may end the tournament early; empty for none."""
    stopped: Mapping[str, Any] | None
    """The test's result when it ended the tournament; None if it did not."""
    test: TestState | None
    """The test's state after all complete blocks; None if there is no test."""
    verdict: str
    """The state of the test as text; empty if there is no test."""
    standings: tuple[FormatStanding, ...]
    """The order of formats that have one of their own."""
    stages: tuple[KnockoutRound, ...]
    """The rounds of a knockout."""
    results: Mapping[str, tuple[int, int, int]]
    """Bot -> its matches won (first alone), drawn (a shared first place) and lost."""
    ratings: Ratings | None
    kept: KeptRatings | None
    """The ratings that were computed last, where there are too many matches to rate them for a report."""
    silent: tuple[str, ...]
    """Bots that answered no decision themselves."""
    unrated: str
    """Why there are no ratings; empty if there are."""
    meetings: Mapping[str, Mapping[str, Meeting]]
    """Bot -> each opponent that it met -> the results."""
    scores: tuple[Scores, ...]
    times: tuple[Times, ...]
    fault_summaries: tuple[FaultSummary, ...]
    void_matches: tuple[VoidMatch, ...]
    calibration: Calibration | None
    """None if there are too few seed blocks."""
    remarkable: tuple[Remarkable, ...]
    automa: str
    """The entrant that the rules of the game play, whose rating is fixed; empty for none."""
    fit: ModelFit | None
    """The test if ratings explain who beats whom; None without ratings, or with those that were computed last."""
    matches: tuple[ListedMatch, ...]
    """Some of the counted matches, the newest first; only the page shows them."""

    @property
    def own_answers(self) -> dict[str, float | None]:
        """Return by bot the share of its decisions that it answered itself; None without decisions."""
        return {each.bot: each.own_share for each in self.fault_summaries}


def with_json_names(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain data of `Facts` with the names that programs which read `report --json` have always known."""
    voids = [{"fate" if name == "outcome" else name: value for name, value in void.items()}
             for void in data["void_matches"]]
    return {"conduct" if name == "fault_summaries" else name: value
            for name, value in ({**data, "void_matches": voids}).items() if name != "matches"}
