"""What a tournament has shown, for a terminal and as one page that needs nothing else."""

from lawspeaker_referee.competition.report.collection import NotOver, gather
from lawspeaker_referee.competition.report.facts import Facts
from lawspeaker_referee.competition.report.page import html
from lawspeaker_referee.competition.report.terminal import text

__all__ = ["Facts", "NotOver", "gather", "html", "text"]
