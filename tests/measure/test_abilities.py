"""The command that counts abilities counts a use as one, and an offer once a turn."""

from __future__ import annotations

from collections import Counter

from measure import abilities


def test_games_are_counted_alike_every_time_and_what_is_used_was_offered():
    counts = []
    for _ in range(2):
        offered, used = Counter[str](), Counter[str]()
        abilities.play(2, 1, "greedy", offered, used)
        abilities.play(4, 2, "greedy", offered, used)
        counts.append((offered, used))
    assert counts[0] == counts[1]
    offered, used = counts[0]
    assert used
    assert set(used) <= set(offered)
