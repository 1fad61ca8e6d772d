"""The command that counts playouts compares checkouts on the same positions."""

from __future__ import annotations

from pathlib import Path

from measure import playouts


def test_a_checkout_is_compared_with_itself_in_each_part(monkeypatch):
    monkeypatch.setattr(playouts, "POSITIONS", 3)
    counts = [{part: count for part, (count, _) in playouts.measure("pax_viking", 4).items()} for _ in range(2)]
    assert counts[0] == counts[1]
    assert set(counts[0]) == set(playouts.PARTS)
    assert all(counts[0].values())


def test_what_another_checkout_did_is_told_as_a_ratio(monkeypatch):
    def run(checkout: Path, game: str, number: int) -> dict[str, tuple[int, float]]:
        return dict.fromkeys(playouts.PARTS, (number, 2.0 if checkout.name == "before" else 1.0))

    monkeypatch.setattr(playouts, "run", run)
    lines = playouts.compared("northgard", Path("before"), 3, 50)
    assert lines[0] == "northgard, search: 50 a second, 5 in 100 ms; 2.00 times as many (2.00 to 2.00)"
    assert len(lines) == len(playouts.PARTS)
