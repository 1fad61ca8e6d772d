"""A sentence for what each printed piece does, made from its row."""

from __future__ import annotations


def tile_text(tile: int) -> str:
    """Return what a tile does."""
    return f"Tile {tile}."


def jarl_text(jarl: int) -> str:
    """Return what a Jarl can do."""
    return f"Jarl {jarl}."


def place_text(post: int) -> str:
    """Return what a Trade Center or Powerful Ally does; nothing for a circle."""
    return f"Place {post}."


def victory_text(card: int) -> str:
    """Return what a Victory Condition card takes."""
    return f"Card {card}."
