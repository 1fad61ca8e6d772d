"""Plays the golden games anew, for a new version of a game's rules or a new record format: `make golden`.

`make golden GAME=northgard` plays those of one game. Each record comes with what `lawspeaker show` prints of it: read
the difference before it is committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from lawspeaker_version import RELEASE, SOURCE_VARIABLE

HERE = Path(__file__).parent
GAMES_PLAYED: dict[str, tuple[tuple[str, int, tuple[str, ...]], ...]] = {
    "northgard": (
        ("2", 2, ()),
        ("3", 3, ()),
        ("4", 4, ()),
        ("5", 5, ()),
        ("3-long", 3, ("years=10", "clans=random")),
        ("4-teams", 4, ("teams=true", "open_fame=true", "kaija_alone=false")),
        *((f"{players}-prototype", players, ("edition=prototype",)) for players in (2, 3, 4)),
        ("5-prototype-warchiefs", 5, ("edition=prototype", "warchiefs=true")),
        ("3-clans", 3, ("clan_pool=all",)),
        ("3-warchiefs", 3, ("warchiefs=true",)),
        ("2-warchief-cards", 2, ("warchief_cards=true",)),
        ("2-cards", 2, ("more_cards=printed",)),
        ("2-tiles", 2, ("more_tiles=true",)),
        ("3-events", 3, ("events=all",)),
        ("2-thane", 2, ("victory=thane",)),
        ("4-jarl-teams", 4, ("victory=jarl", "victory_cards=all", "teams=true")),
        ("4-everything", 4, (
            "clan_pool=all", "warchiefs=true", "warchief_cards=true", "more_cards=printed", "more_tiles=true",
            "events=all", "victory=jarl", "victory_cards=all", "built_alone=true",
        )),
        ("3-creatures", 3, ("creatures=horizons", "more_creatures=true")),
        ("3-environment", 3, ("environment=true",)),
        ("2-lake", 2, ("central=great_lake",)),
        ("5-volcano", 5, ("central=volcano", "environment=true")),
        ("4-den", 4, ("creatures=base", "central=wyverns_den")),
        ("3-sea", 3, ("sea=true",)),
        ("5-sea-everything", 5, (
            "sea=true", "raid_deck=24", "creatures=horizons", "more_creatures=true", "environment=true",
            "central=random", "clan_pool=all", "warchiefs=true", "events=all", "victory=thane",
        )),
        ("2-automa", 1, ("automa=1",)),
        ("2-automa-creatures", 1, ("automa=5", "creatures=base", "events=all", "warchiefs=true")),
    ),
    "clansmen": (
        ("2", 2, ()),
        ("3", 3, ("valor=roll", "passing=consecutive", "paved=actions", "specials=season", "healing=raid")),
        ("4", 4, ()),
        ("5", 5, ("years=4", "fences=farmer", "blessing_die=own", "start_token=season", "raider_steps=2")),
        ("6", 6, ("cards=before", "failed=respect")),
    ),
    "pax_viking": (
        ("2", 2, ()),
        ("3", 3, ()),
        ("4", 4, ("standard_cards=2", "advanced_cards=2", "face_down=true", "jarls=chosen")),
        ("5", 5, ("standard_cards=0", "advanced_cards=3", "deck=balanced", "open_hands=true", "track_slide=true")),
        ("6", 6, ("standard_cards=0", "eklundian_cards=3", "deck=starter", "althing_order=active_last")),
        ("3-strict", 3, (
            "action_markers=3", "start_hand=2", "track_spaces=6", "pass_allowed=false", "trade_windows=end",
            "harbor_exit=any_gate", "tie_keeps=false", "jarldom_needs_rival=true", "challenge_loss=challenger",
            "bank=limited", "slots=equal", "end_test=immediate",
        )),
    ),
}
"""By game: a name, the number of bots, and options."""


def main() -> None:
    """Write the records and their texts: those with the names or of the games given as arguments, or all."""
    names = sys.argv[1:]
    command = Path(sys.executable).parent / "lawspeaker"
    # A golden record names the release and not the commit, or each commit would change the texts.
    environment = os.environ | {SOURCE_VARIABLE: f"{HERE.parents[1]}={RELEASE}"}
    for game, played in GAMES_PLAYED.items():
        for name, players, options in played:
            if names and name not in names and game not in names:
                continue
            path = HERE / f"{game}-{name}.lsr"
            path.unlink(missing_ok=True)
            bots = [word for seat in range(players) for word in ("--bot", ("greedy", "random")[seat % 2])]
            chosen = [word for option in options for word in ("--option", option)]
            subprocess.run(
                [command, "play", game, *bots, *chosen, "--seed", str(players), "--record", path, "--in-process"],
                check=True, env=environment,
            )
            show = [command, "show", path, "--no-report"]
            shown = subprocess.run(show, check=True, capture_output=True, text=True).stdout
            lines = [line for line in shown.splitlines() if not line.lstrip().startswith(("began", "ended"))]
            path.with_suffix(".txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
