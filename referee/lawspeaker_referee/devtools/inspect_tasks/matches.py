"""Whole matches as a task: a model on each seat in turn, against bots, with the dice of a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from lawspeaker_engine.dice import match_seed, numbered_secret
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Setup
from lawspeaker_engine.setups import make_setup_for, manned, parse_options
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.inspect_tasks.asked_model import AskedModel, CountingBot, chat_config, in_thread
from lawspeaker_referee.host.local_bots import make_local
from lawspeaker_referee.host.single_match import MatchResult, play_match
from lawspeaker_referee.record.file import SUFFIX

_MATCH = "lawspeaker_match"
"""The key of the store under which the result lies."""


def match_samples(game: str, opponents: Sequence[str], seeds: Sequence[int],
                  options: Mapping[str, str]) -> Iterator[Sample]:
    """Yield a match for each seed and seat of the model, among opponents that take the other seats in order.

    Matches of a seed have the same dice, those of `lawspeaker play --seed`. Raises BadSetup.
    """
    rules = find_game(game)
    setup = make_setup_for(rules, len(opponents) + 1, parse_options(rules, options))
    seats = manned(rules, setup)
    if len(seats) != len(opponents) + 1:
        raise ValueError(f"{game} has {len(seats)} seats with these options, so {len(seats) - 1} opponents, and not "
                         f"{len(opponents)}")
    for spec in opponents:
        make_local(SeatSpec.parse(spec))
    for seed in seeds:
        for place, seat in enumerate(seats):
            yield Sample(
                f"Play {rules.title} on seat {seat}, with the dice of seed {seed}, against {', '.join(opponents)}.",
                target="1", id=f"{game}-{seed}-seat-{seat}", metadata={
                    "game": game, "game_version": rules.version, "players": setup.players,
                    "options": dict(setup.options), "seed": seed, "seat": seat,
                    "bots": [*opponents[:place], "", *opponents[place:]]})


@solver
def play(*, memory: str = "none", without_options: bool = False, schema: bool = False, records: str = "") -> Solver:
    """Play the match of a sample as `lawspeaker-bot chat` does, without a clock.

    `memory` is what the model is told of the match so far: none, turns or notes. `records` is a folder for records,
    which `lawspeaker verify` and `lawspeaker show` read. Raises ValueError for another memory.
    """
    chat_config("", memory)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        name = str(state.model)
        bot = CountingBot(chat_config(name, memory, without_options=without_options),
                          AskedModel(get_model(), schema=schema), name)
        record = None
        if records:
            record = Path(records) / f"{state.sample_id}-{state.epoch}-{state.uuid}{SUFFIX}"
            record.parent.mkdir(parents=True, exist_ok=True)
        result = await in_thread(partial(_played, state.metadata, bot, record))
        seat = state.metadata["seat"]
        told = f"Place {result.ranks[seat]} of {len(result.ranks)}, {result.scores[seat]} points: {result.reason}."
        state.output = ModelOutput.from_content(name, told)
        state.messages.append(state.output.message)
        state.store.set(_MATCH, {
            "ranks": list(result.ranks), "scores": list(result.scores), "reason": result.reason,
            "bots": list(result.bots), "steps": result.steps, "decisions": bot.asked, "own": bot.own,
            "legal_at_first": bot.legal_at_first, "input_tokens": bot.tokens[0], "output_tokens": bot.tokens[1],
            "placed_last": seat in result.stood_in, "digest": result.digest.hex(),
            "record": str(record) if record is not None else None})
        return state

    return solve


def _played(sample: Mapping[str, Any], bot: CountingBot, record: Path | None) -> MatchResult:
    game, seed = find_game(sample["game"]), sample["seed"]
    setup = Setup(sample["players"], dict(sample["options"]))
    match_id = f"{game.name}-{seed}"
    seats = [SeatSpec.parse(spec) if spec else bot for spec in sample["bots"]]
    return play_match(game, setup, seats, seed=match_seed(numbered_secret(seed), match_id),
                      match_id=match_id, record_path=record, in_process=True)


def points_of(ranks: Sequence[int], seat: int) -> float:
    """Return the share of opponents that a seat has left behind, a half for those on the same place: 1 for a win."""
    mine, others = ranks[seat], max(len(ranks) - 1, 1)
    return (sum(rank > mine for rank in ranks) + (ranks.count(mine) - 1) / 2) / others


@scorer(metrics={"points": [mean(), stderr(cluster="seed")], "won": [mean(), stderr(cluster="seed")],
                 "own_answers": [mean(), stderr(cluster="seed")], "legal_at_first": [mean(), stderr(cluster="seed")]})
def result() -> Scorer:
    """Score the place of the model, the share of its own answers, and of those that were legal at the first try.

    A match that Inspect has ended has no score.
    """
    async def score(state: TaskState, target: Target) -> Score | None:
        found, seat = state.store.get(_MATCH), state.metadata["seat"]
        if found is None:
            return None
        ranks, asked = found["ranks"], found["decisions"]
        won = ranks[seat] == 1 and len(set(ranks)) > 1
        return Score(
            value={"points": points_of(ranks, seat), "won": float(won),
                   "own_answers": found["own"] / asked if asked else 1.0,
                   "legal_at_first": found["legal_at_first"] / asked if asked else 1.0},
            answer=str(ranks[seat]), explanation=state.output.completion, metadata=found)

    return score


@task
def matches(
    game: str = "northgard", opponents: str | list[str] = "greedy", seeds: int = 10, first_seed: int = 1,
    options: str | list[str] | None = None, memory: str = "none", *, without_options: bool = False,
    schema: bool = False, records: str = "",
) -> Task:
    """Return matches of a model against built-in bots, `seeds` times as many as there are seats.

    `options` are the game's, each as NAME=VALUE. Raises BadSetup, and ValueError for what is none of both.
    """
    others = [opponents] if isinstance(opponents, str) else list(opponents)
    words = [options] if isinstance(options, str) else list(options or ())
    if wrong := [each for each in words if "=" not in each]:
        raise ValueError(f"options are written NAME=VALUE, not {wrong[0]!r}")
    chosen = {name: value for name, _, value in (each.partition("=") for each in words)}
    return Task(
        dataset=MemoryDataset(list(match_samples(game, others, range(first_seed, first_seed + seeds), chosen)),
                              name=f"lawspeaker {game}"),
        solver=play(memory=memory, without_options=without_options, schema=schema, records=records), scorer=result())
