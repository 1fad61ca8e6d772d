"""The columns of exported decisions, the same in all formats but for a few."""

from __future__ import annotations

from typing import Final

SCHEMA: Final = 1
"""The layout of exported files. It is raised when a column changes its meaning or goes; columns may be added."""

COLUMNS: Final = {
    "record": "the file of the record",
    "match": "the id of the match",
    "game": "the game",
    "game_version": "the version of its rules",
    "players": "the number of seats",
    "step": "the number of the step in the record, from 1; seats that decide at once share it",
    "decision": "the number of the decision in the match, from 1, as transcripts of chat bots have it",
    "seat": "the seat that decides, from 0",
    "bot": "the name of its bot: that of its token, or else the one that it gave itself",
    "person": "true if a person had the seat, as the referee knows",
    "bots": "the names of all bots, by seat",
    "prompt": "the question",
    "least": "the least number of picks",
    "most": "the most picks",
    "ordered": "true if the order of the picks counts",
    "reaction": "true if it is a reaction out of turn",
    "features": "the question and what the seat sees, as numbers that the metadata names",
    "options": "a row of numbers for each option, which the metadata names",
    "picks": "the indices of the options that were taken, from 0",
    "picked": "these options as text",
    "picked_kinds": "the kinds of these options",
    "rank": "the rank of the seat at the end, 1 for the winner",
    "score": "the score of the seat at the end",
    "reason": "how the match ended",
    "fault": "why the referee answered in the bot's place; null or empty if the bot answered",
    "origin": "why a stand-in gave the answer, as the bot says; null or empty if it is the bot's own",
    "annotation": "what the bot remarked, such as a model's reason; empty if nothing",
    "input_tokens": "the tokens that the bot's model read for the answer, as the bot says; 0 without a model",
    "output_tokens": "the tokens that it wrote",
    "think_us": "how long the bot took, in microseconds; null or -1 if it was not measured",
}
"""The columns of Parquet and npz in their order, and what each is."""
