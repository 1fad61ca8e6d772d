"""Plays the golden games anew, for a new version of a game's rules or a new record format: `make golden`.

Records of older versions and formats stay beside them; those without a format in their names are of format 1. Each
record comes with what `lawspeaker show` prints of it: read the difference before it is committed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.match.digest_chain import FORMAT

HERE = Path(__file__).parent
GAMES_PLAYED: dict[str, tuple[tuple[str, int, tuple[str, ...]], ...]] = {
    "northgard": (
        ("2", 2, ()),
        ("3", 3, ()),
        ("4", 4, ()),
        ("5", 5, ()),
        ("3-long", 3, ("years=10", "clans=random")),
        ("4-teams", 4, ("teams=true", "open_fame=true", "kaija_alone=false")),
    ),
    "clansmen": (
        ("2", 2, ()),
        ("3", 3, ("valor=roll", "passing=consecutive", "paved=actions", "specials=season", "healing=raid")),
        ("4", 4, ()),
        ("5", 5, ("years=4", "fences=farmer", "blessing_die=own", "start_token=season", "raider_steps=2")),
        ("6", 6, ("cards=before", "failed=respect")),
    ),
}
"""By game: a name, the number of players, and options."""


def main() -> None:
    """Write every record of the present versions, and its text."""
    command = Path(sys.executable).parent / "lawspeaker"
    for game, played in GAMES_PLAYED.items():
        for name, players, options in played:
            path = HERE / f"{game}-v{GAMES[game].version}-{name}-format{FORMAT}.lsr"
            path.unlink(missing_ok=True)
            bots = [word for seat in range(players) for word in ("--bot", ("greedy", "random")[seat % 2])]
            chosen = [word for option in options for word in ("--option", option)]
            subprocess.run(
                [command, "play", game, *bots, *chosen, "--seed", str(players), "--record", path, "--in-process"],
                check=True,
            )
            show = [command, "show", path, "--no-report"]
            shown = subprocess.run(show, check=True, capture_output=True, text=True).stdout
            lines = [line for line in shown.splitlines() if not line.lstrip().startswith(("began", "ended"))]
            path.with_suffix(".txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
