"""Clansmen."""
