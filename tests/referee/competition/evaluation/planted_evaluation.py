"""Results of an evaluation that was never played, of models whose strengths are known."""

from __future__ import annotations

from random import Random

from lawspeaker_referee.competition.evaluation.results import (
    OVERALL,
    BotResult,
    EvaluationResults,
    RatedScope,
    Section,
    SetupResult,
    rated_scope,
)
from lawspeaker_referee.competition.results import PlayedMatch

STRENGTHS = {"large": 0.8, "small": 0.6, "<b>tiny</b>": 0.45, "random": 0.4}
GAMES = ("northgard", "clansmen", "pax_viking")


def played(game: str, draw: Random) -> list[PlayedMatch]:
    found = []
    bots = list(STRENGTHS)
    for number in range(12):
        for one in bots:
            for other in bots:
                if one < other:
                    for nth, seats in enumerate(((one, other), (other, one)), 1):
                        won = draw.random() < 0.5 + STRENGTHS[seats[0]] - STRENGTHS[seats[1]]
                        block = f"{game}/r{number}-{one}+{other}"
                        found.append(PlayedMatch(f"{block}/{nth}", block, number + 1, seats,
                                                 (1, 2) if won else (2, 1), (10, 5), (), (0, 0), ""))
    return found


def bot(name: str, setup: str) -> BotResult:
    if name == "random":
        return BotResult(name, setup, 72, 20, 2, 0.3, 900, 900, {}, {}, 0, 0, 0, 0.0)
    return BotResult(name, setup, 72, 40, 3, 0.6, 900, 860, {"provider failure": 30, "unparsable": 8},
                     {"timeout": 2}, 1, 1_234_567, 98_765, 12.5, 910, 30, 870, 812, 1.25, 8.5, 13.75)


def planted(sections: tuple[Section, ...] = ()) -> EvaluationResults:
    draw = Random(7)
    of_game = {game: played(game, draw) for game in GAMES}
    together = [match for each in of_game.values() for match in each]
    scopes: list[RatedScope] = [rated_scope(OVERALL, together, ["random"])]
    scopes += [rated_scope(game, matches, ["random"]) for game, matches in of_game.items()]
    setups = tuple(SetupResult(f"{game}-2", game, 2, 2, {"years": "7", "promises": "true"}, "2m,bank=30m",
                               {"timeout": "default", "stand_in_rate": 0.5}, {"kind": "round-robin", "rounds": 12},
                               144, len(matches), 1, "ab" * 32, "cd" * 32 if game == "clansmen" else "")
                   for game, matches in of_game.items())
    return EvaluationResults(
        "paper", True, {"lawspeaker": "0.1.0+gabc", "python": "3.11"},
        {"against": "all", "clock": "llm", "anchor": "random"},
        {name: {"model": name, "temperature": 0.5, "memory": "notes"} for name in STRENGTHS if name != "random"},
        {"random": "random"}, setups, tuple(scopes),
        tuple(bot(name, scope) for scope in (*(each.name for each in setups), OVERALL) for name in STRENGTHS), sections)
