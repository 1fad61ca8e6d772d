"""The games of OpenSpiel as the referee asks for them; OpenSpiel itself is loaded when a match is set up."""

from __future__ import annotations

from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_engine import canon
from lawspeaker_engine.agenda import AgendaGame
from lawspeaker_engine.model import BadSetup, Rng, Seat, Setup
from lawspeaker_openspiel.rows import ROWS, Row
from lawspeaker_openspiel.text import TEXT
from lawspeaker_openspiel.view import Catalogue, Event, Move, Turn, View

if TYPE_CHECKING:
    from lawspeaker_openspiel.state import State


def _library() -> str:
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        return ""


class OpenSpielGame(AgendaGame["State"]):
    """A game of OpenSpiel."""

    version = 1
    editions = ("openspiel",)
    messages = "openspiel"
    view_type = View
    option_types = (Move, Event, Turn)
    text = TEXT

    def __init__(self, row: Row) -> None:
        self.row = row
        self.name = f"openspiel_{row.name}"
        self.title = f"{row.title}, by OpenSpiel"
        self.players = row.players
        self.options = row.options
        self.catalogue = Catalogue(row.name, _library(), tuple(
            row.scale(players) if players in row.players else 0 for players in range(max(row.players) + 1)))

    def content(self, setup: Setup) -> str:
        """Return a hash of OpenSpiel's version, and of the game that it plays."""
        return canon.digest((self.catalogue.library, self.spell(setup))).hex()

    def spell(self, setup: Setup) -> str:
        """Return OpenSpiel's game with its parameters, such as `go(board_size=9,handicap=0)`."""
        chosen = dict(setup.options)
        if len(self.players) > 1:
            chosen["players"] = setup.players
        return f"{self.row.name}({','.join(f'{name}={value}' for name, value in sorted(chosen.items()))})"

    def setup(self, setup: Setup) -> State:
        """Return the state before anything has happened. Raises BadSetup."""
        from lawspeaker_openspiel.state import NotPlayable, Play, State, load

        spelled = self.spell(setup)
        try:
            load(spelled)
        except NotPlayable as error:
            raise BadSetup(str(error)) from error
        state = State(spelled, self.row, self.row.scale(setup.players), agenda=[Play()])
        state.restore()
        return state

    def deal_anew(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return a copy in which what the seat may not know is sampled by OpenSpiel. Raises CannotDealAnew."""
        from lawspeaker_openspiel.state import has_secrets, sampled

        dealt = state.copy()
        if has_secrets(state.spiel.get_game()):
            dealt.history, dealt.spiel = sampled(state, seat, rng)
        return dealt

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat may know."""
        from lawspeaker_openspiel.state import has_secrets, told

        spiel = state.spiel
        shown = ("", "") if seat is None and has_secrets(spiel.get_game()) else told(spiel, seat or 0)
        return View(-1 if seat is None else seat, _to_move(state), *shown, "")

    def full_view(self, state: State) -> View:
        """Return the position with all that is hidden."""
        return View(-1, _to_move(state), "", "", str(state.spiel))

    def teams(self, setup: Setup) -> tuple[int, ...]:
        """Return the partnerships."""
        return self.row.teams

    def many_options(self, setup: Setup) -> int:
        """Return 200, or the points of a large board of go."""
        return self.row.many_options(setup.options)


def _to_move(state: Any) -> tuple[int, ...]:
    """Return the seats that are asked; none while something has to be told first."""
    spiel = state.spiel
    if spiel.is_terminal() or spiel.is_chance_node() or len(state.agenda) > 1:
        return ()
    return tuple(range(spiel.num_players())) if spiel.is_simultaneous_node() else (spiel.current_player(),)


def __getattr__(name: str) -> Any:
    """Return the function of an entry point, by the name of its game."""
    if name not in ROWS:
        raise AttributeError(f"there is no game {name!r} here")
    return _MAKERS[name]


_MAKERS: Final = {name: partial(OpenSpielGame, row) for name, row in ROWS.items()}
