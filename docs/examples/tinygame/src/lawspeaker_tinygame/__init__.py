"""Herring, a small game for the Lawspeaker referee."""
