"""Probation: a bot that is broken is quarantined for a while and then tried again, so that it spoils few matches.

MOST_BROKEN broken matches in a row put a bot into quarantine for FIRST seconds. Then it is on probation and plays one
match at a time: ENOUGH_SOUND sound matches in a row clear it, and a broken one quarantines it for twice as long, up to
LONGEST. The length of the last quarantine decays by half in each HALF_LIFE seconds after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from lawspeaker_referee.competition.results import SeatDetails
from lawspeaker_referee.config.fault_policies import CRASHED, DISCONNECTED, REFEREE, fault_name

FREE: Final = "free"
QUARANTINED: Final = "quarantined"
ON_PROBATION: Final = "on probation"
MOST_BROKEN: Final = 3
"""Broken matches in a row. One may be a cable or a restart; three are the bot."""
ENOUGH_SOUND: Final = 3
"""Sound matches in a row: as many as it took to doubt the bot."""
FIRST: Final = 60.0
"""Seconds: enough to restart a bot, and little is lost if the bot was unlucky."""
LONGEST: Final = 3600.0
"""Seconds: a bot that stays broken spoils one match an hour, and one that was repaired is soon back."""
HALF_LIFE: Final = 3600.0
"""Seconds: from the longest quarantine to the first one in six hours."""


@dataclass(frozen=True, slots=True)
class ProbationVerdict:
    """A decision about a bot."""

    bot: str
    why: str
    """The fault in its last broken match."""
    until: float
    """When its last quarantine ends, in seconds since 1970."""
    seconds: float
    """The length of that quarantine."""
    cleared: bool
    """True if its probation is over."""

    @property
    def payload(self) -> dict[str, Any]:
        """Plain data as the ledger keeps it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ProbationState:
    """The state of a bot's probation, which decides whether it may play."""

    state: str = FREE
    """`free`, `on probation` or `quarantined`."""
    why: str = ""
    """Empty if it is free."""
    until: float = 0.0
    """The end of its quarantine, in seconds since 1970; 0 if it is in none, or in one that the organiser ends."""
    sound: int = 0
    """Number of its last matches in a row that were sound, while on probation; ENOUGH_SOUND of them clear it."""


class Probation:
    """The decisions about each bot. Times are in seconds since 1970."""

    def __init__(self) -> None:
        self._verdicts: dict[str, ProbationVerdict] = {}
        """The last verdict of each bot that has any."""
        self._put_out: dict[str, str] = {}
        """Bot that the organiser has put out -> why."""
        self._alike: dict[str, int] = {}
        """Bot -> matches in a row that were sound, or, below 0, broken."""

    def ended(self, bot: str, broken: str, now: float, *, began: float) -> ProbationVerdict | None:
        """Note a match of the bot that began at `began`; `broken` says what was wrong, and is empty if it was sound.

        Return the verdict that follows, or None. A match that began before the end of the bot's last quarantine says
        nothing new about it.
        """
        last = self._verdicts.get(bot)
        if last is not None and began < last.until:
            return None
        alike = self._alike.get(bot, 0)
        alike = min(alike, 0) - 1 if broken else max(alike, 0) + 1
        self._alike[bot] = alike
        on_probation = last is not None and not last.cleared
        verdict = None
        if broken and (on_probation or -alike >= MOST_BROKEN):
            why = f"{broken}, when it was tried again" if on_probation else f"{broken}, the last of {-alike} in a row"
            seconds = _next_seconds(last, now)
            verdict = ProbationVerdict(bot, why, now + seconds, seconds, cleared=False)
        elif last is not None and on_probation and alike >= ENOUGH_SOUND:
            verdict = ProbationVerdict(bot, last.why, last.until, last.seconds, cleared=True)
        if verdict is not None:
            self._verdicts[bot] = verdict
        return verdict

    def recall(self, payload: Mapping[str, Any]) -> None:
        """Restore a verdict of the ledger; call it in the order in which they were given. Raises ValueError.

        Fields that this version does not know are ignored. Matches in a row are counted anew after a restart.
        """
        known = {field.name for field in fields(ProbationVerdict)}
        try:
            verdict = ProbationVerdict(**{key: value for key, value in payload.items() if key in known})
        except TypeError:
            raise ValueError(f"a verdict of the ledger has the fields {', '.join(sorted(payload))}; it should have "
                             f"{', '.join(sorted(known))}") from None
        self._verdicts[verdict.bot] = verdict

    def put_out(self, bot: str, why: str) -> None:
        """Hold a bot back until it is reinstated, by a decision of the organiser."""
        self._put_out[bot] = why

    def reinstate(self, bot: str) -> None:
        """Let a bot play again, whoever held it back."""
        for known in (self._put_out, self._verdicts, self._alike):
            known.pop(bot, None)

    def standing(self, bot: str, now: float) -> ProbationState:
        """Return whether and why the bot is held back."""
        if bot in self._put_out:
            return ProbationState(QUARANTINED, self._put_out[bot])
        last = self._verdicts.get(bot)
        if last is None or last.cleared:
            return ProbationState()
        if now < last.until:
            return ProbationState(QUARANTINED, last.why, last.until)
        return ProbationState(ON_PROBATION, last.why, sound=max(0, self._alike.get(bot, 0)))

    def may_play(self, bot: str, now: float, playing: int) -> bool:
        """Return whether the bot may begin a match while `playing` others run or have no `ended` yet."""
        state = self.standing(bot, now).state
        return state == FREE or (state == ON_PROBATION and playing == 0)


def _next_seconds(last: ProbationVerdict | None, now: float) -> float:
    """Return the length of the next quarantine."""
    if last is None:
        return FIRST
    half_lives = max(0.0, (now - last.until) // HALF_LIFE)
    remembered: float = last.seconds * 0.5**half_lives
    return min(max(remembered if last.cleared else 2 * remembered, FIRST), LONGEST)


def broken_in(details: SeatDetails) -> str:
    """Return why a bot counts as broken in a match; empty if it was sound."""
    faults = {kind: number for kind, number in details.faults.items() if kind != fault_name(REFEREE)}
    unanswered = sum(faults.values())
    if fault_name(CRASHED) in faults:
        return "crashed"
    if fault_name(DISCONNECTED) in faults:
        return "left or never joined"
    if details.forfeit:
        return f"forfeited by {details.forfeit}"
    if details.disqualified:
        return f"disqualified with {details.strikes} strikes"
    if 2 * unanswered > details.decisions:
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(faults.items()))
        return f"left {unanswered} of {details.decisions} decisions to the referee ({kinds})"
    stand_ins = sum(details.stand_ins.values())
    if stand_ins and 2 * (unanswered + stand_ins) > details.decisions:
        kinds = ", ".join(f"{origin} {number}" for origin, number in sorted(details.stand_ins.items()))
        return f"gave {stand_ins} of {details.decisions} answers by stand-ins ({kinds})"
    return ""
