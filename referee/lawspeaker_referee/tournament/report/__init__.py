"""What a tournament has shown, for a terminal and as one page that needs nothing else."""

from lawspeaker_referee.tournament.report.facts import Facts
from lawspeaker_referee.tournament.report.gathering import NotOver, gather
from lawspeaker_referee.tournament.report.page import html
from lawspeaker_referee.tournament.report.terminal import text

__all__ = ["Facts", "NotOver", "gather", "html", "text"]
