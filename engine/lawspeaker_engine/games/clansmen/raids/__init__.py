"""Raids: the track on which Raiders come, and how they are fought."""
