"""Count the characters of decisions as text: `python -m measure.text_size --games 10`.

Greedy and random bots sit in turn at the seats of seeded games in this process, of each number of players in turn, and
all ask for text, first in full and then beside the text of the match's start. Prints by game the characters of an
average decision's text in both ways, of its parts and of the median decision, the share of what remains, and the
characters of an average start. For the median, and the start, 1,200 and 16,000 are wanted (Pax Viking 20,000).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from statistics import median

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision
from lawspeaker_bot.decision import Match as BotMatch
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_bots.greedy import GreedyBot
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.in_process import InProcessRunner
from lawspeaker_referee.host.local_bots import LocalBot
from lawspeaker_referee.match.match import Match

PARTS = ("question", "options", "view", "events")


class Counting(Bot):
    """Plays as another bot, and counts the text that it gets."""

    text = True
    quick = True

    def __init__(self, bot: Bot, counts: Counter[str], sizes: list[int], *, in_full: bool) -> None:
        self.name, self.bot, self.counts, self.sizes, self.text_in_full = bot.name, bot, counts, sizes, in_full

    def started(self, match: BotMatch) -> None:
        """Count the text of the match's start."""
        self.counts["starts"] += 1
        self.counts["start"] += len(match.text)

    def decide(self, decision: Decision) -> Sequence[int]:
        """Count, and return the other bot's answer."""
        text = decision.text
        assert text is not None, "the text was asked for"
        self.counts["decisions"] += 1
        before = characters(self.counts)
        for part in PARTS:
            said = getattr(text, part)
            self.counts[part] += len(said if isinstance(said, str) else "\n".join(said))
        self.sizes.append(characters(self.counts) - before)
        picks = self.bot.decide(decision)
        assert isinstance(picks, Sequence)
        return picks


def measure(game_name: str, games: int, sizes: list[int], *, in_full: bool) -> Counter[str]:
    """Return the sums over so many games: decisions, starts, and their characters, of decisions by part. The characters
    of each decision are added to `sizes`.
    """
    game, counts = find_game(game_name), Counter[str]()
    for number in range(games):
        match_id = f"text-{number}"
        setup = make_setup(game, game.players[number % len(game.players)])
        match = Match(game, setup, match_id, match_seed(bytes(32), match_id), Clock(None), engine_version="",
                      started_unix_ms=0)
        bots = [Counting((GreedyBot, RandomBot)[(seat + number) % 2](), counts, sizes, in_full=in_full)
                for seat in range(setup.players)]
        InProcessRunner(match, [LocalBot(bot) for bot in bots], None, lambda _: None, Stop()).play()
    return counts


def characters(counts: Counter[str]) -> int:
    """Return the characters of all decisions."""
    return sum(counts[part] for part in PARTS)


def main() -> None:
    """Measure, and print two lines a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    wanted = parser.parse_args()
    for name in wanted.game or GAMES:
        both = []
        for how in ("in full", "brief"):
            sizes: list[int] = []
            counts = measure(name, wanted.games, sizes, in_full=how == "in full")
            both.append(counts)
            each = ", ".join(f"{part} {counts[part] / counts['decisions']:,.0f}" for part in PARTS)
            print(f"{name} {how}: {counts['decisions']:,} decisions, "
                  f"{characters(counts) / counts['decisions']:,.0f} characters each ({each}), "
                  f"median {median(sizes):,.0f}")
        full, brief = both
        print(f"{name}: {characters(brief) / characters(full):.1%} of them remain; "
              f"{brief['start'] / brief['starts']:,.0f} characters once a match", flush=True)


if __name__ == "__main__":
    main()
