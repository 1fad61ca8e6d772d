"""The report of a tournament, as text for a terminal and as one HTML page that loads nothing."""

from lawspeaker_referee.competition.report.bot_pages import bot_pages
from lawspeaker_referee.competition.report.collection import NotOver, collect_facts
from lawspeaker_referee.competition.report.facts import Facts, with_json_names
from lawspeaker_referee.competition.report.page import html
from lawspeaker_referee.competition.report.terminal import text

__all__ = ["Facts", "NotOver", "bot_pages", "collect_facts", "html", "text", "with_json_names"]
