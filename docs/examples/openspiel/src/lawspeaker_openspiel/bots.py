"""Bots of OpenSpiel in seats: `python -m lawspeaker_openspiel.bots mcts --simulations 500`.

They play on OpenSpiel's own state, which they have from the position that the referee sends with each decision.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

import pyspiel

from lawspeaker_bot import Bot, Decision, run
from lawspeaker_engine.position import load
from lawspeaker_openspiel.state import has_secrets

UCT_C: Final = 1.4
MEMORY_MB: Final = 100
CRASHES: Final = ("hearts",)
"""Games in which OpenSpiel's search of information sets ends its process with a segmentation fault."""
_SIMULTANEOUS: Final = pyspiel.GameType.Dynamics.SIMULTANEOUS


class NoState(RuntimeError):
    """A bot of OpenSpiel has no state that it can play on; says why."""


class SpielBot(Bot):
    """A bot of OpenSpiel; subclasses say which."""

    version = "1"
    positions = True

    def decide(self, decision: Decision) -> list[int]:
        """Return the index of the action that the bot takes. Raises NoState."""
        if not decision.position:
            raise NoState(f"the bot {self.name} plays on a state of OpenSpiel, and the referee sent no position: the "
                          "game cannot be dealt anew (docs/examples/openspiel/README.md says which)")
        position = load(decision.position)
        state, seed = position.state.spiel, decision.random().below(1 << 31)
        action = self.make(state, decision.seat, seed).step(state)
        [own] = [each for each in position.decisions if each.seat == decision.seat]
        return [[option.action for option in own.options].index(action)]

    def make(self, state: Any, seat: int, seed: int) -> Any:
        """Return OpenSpiel's bot for a decision. Raises NoState."""
        raise NotImplementedError


class Uniform(SpielBot):
    """Any action, each equally likely."""

    name = "openspiel-uniform"

    def make(self, state: Any, seat: int, seed: int) -> Any:
        """Return the bot of a seat. Raises NoState."""
        _refuse_simultaneous(self.name, state)
        return pyspiel.make_uniform_random_bot(seat, seed)


class Mcts(SpielBot):
    """Monte Carlo tree search, with samples of what is hidden in a game with secrets."""

    name = "openspiel-mcts"

    def __init__(self, simulations: int = 200) -> None:
        """`simulations` is how many playouts a decision takes."""
        self.simulations = simulations

    def make(self, state: Any, seat: int, seed: int) -> Any:
        """Return the search for a decision. Raises NoState."""
        _refuse_simultaneous(self.name, state)
        game, evaluator = state.get_game(), pyspiel.RandomRolloutEvaluator(1, seed)
        if game.get_type().short_name in CRASHES:
            raise NoState(f"the bot {self.name} does not play {game.get_type().short_name}: OpenSpiel's search of it "
                          "crashes")
        if has_secrets(game):
            return pyspiel.ISMCTSBot(
                seed, evaluator, UCT_C, self.simulations, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
                use_observation_string=not game.get_type().provides_information_state_string,
                # A sample may give a seat cards that it cannot have, and so other moves.
                allow_inconsistent_action_sets=True)
        return pyspiel.MCTSBot(game, evaluator, UCT_C, self.simulations, MEMORY_MB, True, seed, False)  # noqa: FBT003


def _refuse_simultaneous(name: str, state: Any) -> None:
    if state.get_game().get_type().dynamics == _SIMULTANEOUS:
        raise NoState(f"the bot {name} of OpenSpiel does not play a game in which seats move at the same time")


def main() -> None:
    """Run one of the bots."""
    parser = argparse.ArgumentParser("python -m lawspeaker_openspiel.bots",
                                     description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bot", choices=("uniform", "mcts"))
    parser.add_argument("--simulations", type=int, default=200, help="playouts of mcts a decision; default: 200")
    chosen = parser.parse_args()
    if chosen.simulations < 1:
        parser.error(f"--simulations is {chosen.simulations}; give a number from 1")
    run(Uniform() if chosen.bot == "uniform" else Mcts(chosen.simulations))


if __name__ == "__main__":
    main()
