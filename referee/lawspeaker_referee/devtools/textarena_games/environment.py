"""Any game as an environment of TextArena: its players are the seats, an action is what a model says."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from copy import deepcopy
from itertools import chain, count
from pathlib import Path
from time import time
from typing import Any, Final

import textarena as ta
from textarena.envs.registration import ENV_REGISTRY

from lawspeaker_bot.chat import MOST_ANSWERS, leaves_a_choice
from lawspeaker_bot.decision import Decision
from lawspeaker_bot.errors import WrongAnswer
from lawspeaker_bot.model_answer import instruction, parse_answer
from lawspeaker_engine.dice import match_seed, numbered_secret
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.setups import make_setup_for
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.rewards import Reward, reward_named
from lawspeaker_referee.host.stepped_match import SteppedMatch
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import RELEASE, build_version

NAMESPACE: Final = "lawspeaker"


class TextGameEnv(ta.Env):  # type: ignore[misc] # textarena comes without types
    """A game whose players are its seats that people or bots may take, in their order; see docs/textarena.md.

    `game` is a name or a game; `options` are its settings; `reward` names a reward of docs/gym.md, or is a function of
    the outcome. `records` is a folder for the records of matches. Raises BadSetup for a game that there is not.
    """

    def __init__(self, game: str | Game[Any], options: Mapping[str, bool | int | str] | None = None, *,
                 reward: str | Reward = "rank", records: str | Path | None = None) -> None:
        self.game: Game[Any] = find_game(game) if isinstance(game, str) else game
        self.options = dict(options or {})
        self._reward = reward_named(reward)
        self._records = Path(records) if records is not None else None
        self._match: SteppedMatch
        self._record: RecordWriter | None = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a match of so many players, with the dice of `lawspeaker play --seed`, or without a seed with others.

        Raises BadSetup for a number that the game is not played by.
        """
        number = self._seed = secrets.randbits(63) if seed is None else seed
        self._said: list[str] = []
        setup = make_setup_for(self.game, num_players, self.options)
        match_id = f"{self.game.name}-{number}"
        match = Match(
            self.game, setup, match_id, match_seed(numbered_secret(number), match_id), Clock(None),
            engine_version=RELEASE, started_unix_ms=round(time() * 1000),
            build=build_version() if self._records is not None else "")
        if self._record is not None and self._match.ended is None:
            self._record.discard()
        self._record = _new_record(self._records, match_id) if self._records is not None else None
        self.state = ta.MinimalMultiPlayerState(num_players, error_allowance=MOST_ANSWERS - 1)
        self.state.reset(game_state={"match": match_id})  # nothing of the match: everybody who draws a state may see it
        self._match = SteppedMatch(match, self._record)
        self._players = {seat: player for player, seat in enumerate(match.manned)}
        for seat, player in self._players.items():
            self.state.game_info[player] |= {"stand_ins": 0, "seat": seat}
            self.state.add_observation(self._match.seats[seat].text, ta.ObservationType.PROMPT, to_id=player)
        self._go_on()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take what the current player says as its answer, and return whether the match is over.

        What is no legal answer is told to it once; after a second one the default stands in.
        """
        decision = self._match.decision
        if decision is None:
            return True, {}
        self._said.append(action)
        state, player = self.state, self._players[decision.seat]
        state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player, to_id=player)
        try:
            answer = parse_answer(decision, action)
        except WrongAnswer as error:
            if not state.set_invalid_move(str(error)):
                self._show(decision, str(error))
                return self._stepped()
            state.made_invalid_move = False
            state.game_info[player]["stand_ins"] += 1
            self._match.stand_in(decision, str(error))
        else:
            decision.annotation = answer.reason
            self._match.answer(decision, answer.picks)
        stepped = self._stepped()  # it counts the turn of the player that has answered
        self._go_on()
        return (True, self._told()) if state.done else stepped

    def _stepped(self) -> tuple[bool, dict[str, Any]]:
        done, _ = self.state.step(rotate_player=False)
        return done, {}

    def _go_on(self) -> None:
        """Show the next decision that leaves a choice, or end the match."""
        while (decision := self._match.decision) is not None:
            if leaves_a_choice(decision):
                self.state.manually_set_current_player_id(self._players[decision.seat])
                self._show(decision)
                return
            self._match.answer(decision, decision.default)
        self._end()

    def _show(self, decision: Decision, wrong: str = "") -> None:
        told = f"{wrong}\n\n" if wrong else ""
        self.state.add_observation(f"{told}{decision.text}\n\n{instruction(decision)}", ta.ObservationType.GAME_BOARD,
                                   to_id=self._players[decision.seat])

    def _end(self) -> None:
        end = self._match.ended
        assert end is not None
        if end.outcome is None:
            self.state.set_game_outcome(dict.fromkeys(self._players.values(), 0.0), f"void: {end.void_reason}")
            return
        outcome, rewards = end.outcome, self._reward(end.outcome)
        self.state.set_game_outcome(
            {player: float(rewards[seat]) for seat, player in self._players.items()}, outcome.reason)
        lost = set(end.footer.stood_in) if end.footer is not None else set()
        for seat, player in self._players.items():
            self.state.game_info[player] |= {"rank": outcome.ranks[seat], "score": outcome.scores[seat],
                                             "lost_by_stand_ins": seat in lost}

    def _told(self) -> dict[str, Any]:
        return {"reason": next(iter(self.state.game_info.values()))["reason"]}


    def __deepcopy__(self, memo: dict[int, Any]) -> TextGameEnv:
        """Return a copy in the same position, which draws the same chance and keeps no record: it is played again."""
        other = TextGameEnv(self.game, self.options, reward=self._reward)
        if hasattr(self, "state"):
            other.reset(self.state.num_players, self._seed)
            for action in self._said:
                other.step(action)
            other.state = deepcopy(self.state, memo)
        return other


def _new_record(folder: Path, match_id: str) -> RecordWriter:
    """Return a writer of a record of its own, also where another match has had the same seed. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    names = chain([match_id], (f"{match_id}-{number}" for number in count(2)))
    return RecordWriter(next(path for path in (folder / f"{name}{SUFFIX}" for name in names)
                             if not path.exists() and not path.with_name(path.name + PART_SUFFIX).exists()))


class DecisionWrapper(ta.ObservationWrapper):  # type: ignore[misc] # textarena comes without types
    """Gives agents one text: the start of the match and the present decision, which together are all they need."""

    def __init__(self, env: ta.Env) -> None:
        super().__init__(env)
        self._shown: dict[int, dict[ta.ObservationType, str]] = {}

    def observation(self, player_id: int, observation: list[tuple[int, str, ta.ObservationType]] | None) -> str:
        """Return the text of a player."""
        shown = self._shown.setdefault(player_id, {})
        for _, message, kind in observation or ():
            shown[kind] = message
        kinds = (ta.ObservationType.PROMPT, ta.ObservationType.GAME_BOARD)
        return "\n\n".join(shown[kind] for kind in kinds if kind in shown)


def register() -> None:
    """Register each game as `lawspeaker/northgard-v2` and so on, where the number is the version of its rules.

    With `-raw` at the end it comes without a wrapper: agents get all messages since their last action, as a list.
    """
    for name, game in GAMES.items():
        known = f"{NAMESPACE}/{name}-v{game.version}"
        for variant, wrappers in (("", [DecisionWrapper]), ("-raw", [])):
            if known + variant not in ENV_REGISTRY:
                ta.register(known + variant, TextGameEnv, wrappers, game=name)
