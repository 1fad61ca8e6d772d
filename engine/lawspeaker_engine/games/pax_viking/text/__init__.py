"""Pax Viking in plain English: questions and options, views, the story of a game, and the guide for readers."""
