"""The games in TextArena: agents play matches that bots could play, see only what is theirs, and are told errors."""

from __future__ import annotations

import copy
import json
import re
from random import Random

import pytest

pytest.importorskip("textarena", reason="`make evaluators` runs what needs textarena")

import textarena as ta

from lawspeaker_bot.bot import Bot
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.devtools.textarena_games import TextGameEnv
from lawspeaker_referee.host.single_match import play_match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY

COUNT = re.compile(r"where picks has (?:exactly )?(?:(\d+)(?: to \d+)? of the numbers 0 to (\d+)|no numbers)")


class Reader(ta.Agent):  # type: ignore[misc] # textarena comes without types
    """Answers at random what a text asks for, with a reason that only it knows."""

    def __init__(self, name):
        self.name, self.random, self.read = name, Random(name), []

    def __call__(self, observation):
        self.read.append(observation)
        least, last = (int(each or -1) for each in COUNT.findall(observation)[-1])
        picks = self.random.sample(range(last + 1), max(least, 0))
        return f"I think. {json.dumps({'reason': f'the plan of {self.name}', 'picks': picks})}"


def name_of(game):
    return f"lawspeaker/{game}-v{GAMES[game].version}"


def play(env, agents, seed=3):
    """Play a match to its end, as programs of TextArena do."""
    env.reset(num_players=len(agents), seed=seed)
    done, info = False, {}
    while not done:
        player, observation = env.get_observation()
        done, info = env.step(action=agents[player](observation))
    return env.close(), info


@pytest.mark.parametrize("game", GAMES)
def test_agents_of_textarena_play_a_game_and_its_record_verifies(game, tmp_path):
    players = GAMES[game].players[0]
    agents = [Reader(f"player {player}") for player in range(players)]
    (rewards, infos), info = play(ta.make(name_of(game), records=tmp_path), agents)
    record = read_record(tmp_path / f"{game}-3.lsr")
    outcome = record.footer.outcome
    assert verify(record).ok
    assert sum(rewards.values()) == pytest.approx(0)
    assert [infos[player]["rank"] for player in range(players)] == list(outcome.ranks)
    assert [infos[player]["score"] for player in range(players)] == list(outcome.scores)
    assert info["reason"] == outcome.reason == infos[0]["reason"]
    assert all(infos[player]["turn_count"] == len(agents[player].read) > 0 for player in range(players))
    assert not any(infos[player]["stand_ins"] or infos[player]["invalid_move"] for player in range(players))


def test_a_seed_may_be_played_again_and_each_match_has_a_record(tmp_path):
    env, agents = ta.make(name_of("pax_viking"), records=tmp_path), [Reader("one"), Reader("other")]
    play(env, agents)
    env.reset(num_players=2, seed=3)
    env.step(action=agents[0](env.get_observation()[1]))
    play(env, [*agents, Reader("third")])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pax_viking-3-2.lsr", "pax_viking-3.lsr"]
    players = [read_record(path).header.setup.players for path in sorted(tmp_path.iterdir())]
    assert players == [3, 2], "what was broken off leaves nothing"


@pytest.mark.parametrize("game", GAMES)
def test_a_text_has_the_start_of_the_match_for_this_seat_and_its_decision(game):
    env = ta.make(name_of(game))
    env.reset(num_players=GAMES[game].players[0], seed=1)
    player, text = env.get_observation()
    assert text.startswith(f"You play {GAMES[game].title}")
    assert f"You are seat {player};" in text
    assert text.rstrip().endswith("each at most once.")
    assert env.get_observation() == (player, text), "to look again changes nothing"


@pytest.mark.parametrize("variant", ["", "-raw"])
def test_nobody_reads_what_another_player_has_said_or_was_shown(variant):
    agents, read = [Reader(f"player {player}") for player in range(3)], {0: "", 1: "", 2: ""}

    def reads(player):
        def answer(shown):
            text = shown if isinstance(shown, str) else "\n".join(message for _, message, _ in shown)
            read[player] += text
            return agents[player](text)
        return answer

    play(ta.make(name_of("clansmen") + variant), [reads(player) for player in range(3)])
    for player, text in read.items():
        assert f"You are seat {player};" in text
        assert (f"the plan of player {player}" in text) == bool(variant)
        for other in {0, 1, 2} - {player}:
            assert f"the plan of player {other}" not in text
            assert f"You are seat {other};" not in text


def test_the_raw_environment_lists_the_start_the_decisions_and_the_players_own_actions():
    env = ta.make(f"{name_of('clansmen')}-raw")
    env.reset(num_players=2, seed=1)
    player, messages = env.get_observation()
    kinds = [kind for _, _, kind in messages]
    assert kinds == [ta.ObservationType.PROMPT, ta.ObservationType.GAME_BOARD]
    env.step(Reader("raw")("\n".join(text for _, text, _ in messages)))
    seen = env.state.observations[player]
    assert {sender for sender, _, kind in seen if kind == ta.ObservationType.PLAYER_ACTION} == {player}


def test_the_match_is_that_of_bots_with_the_same_seed_and_answers():
    class First(Bot):
        def decide(self, decision):
            return list(range(decision.least))

    def first(text):
        return json.dumps({"picks": list(range(max(int(COUNT.findall(text)[-1][0] or 0), 0)))})

    game = GAMES["pax_viking"]
    setup = make_setup(game, 3)
    result = play_match(game, setup, [First(), First(), First()], in_process=True, match_id="pax_viking-5",
                        seed=match_seed((5).to_bytes(32, "big"), "pax_viking-5"))
    (_, infos), _ = play(ta.make(name_of("pax_viking")), [first] * 3, seed=5)
    assert tuple(infos[player]["score"] for player in range(3)) == result.scores
    assert tuple(infos[player]["rank"] for player in range(3)) == result.ranks


def test_what_is_no_answer_is_told_once_and_then_the_default_stands_in():
    env = ta.make(name_of("clansmen"))
    env.reset(num_players=2, seed=1)
    player, text = env.get_observation()
    assert env.step("I pass.") == (False, {})
    again, told = env.get_observation()
    assert again == player
    assert "There is no JSON object in the answer 'I pass.'" in told
    assert told.endswith(text[-200:])
    assert env.state.game_info[player]["turn_count"] == 0
    env.step('{"picks": [999]}')
    info = env.state.game_info[player]
    assert (info["stand_ins"], info["invalid_move"], info["turn_count"]) == (1, True, 1)
    _, text = env.get_observation()
    assert "There is no" not in text.partition("You are seat")[2]


def test_a_player_that_never_answers_ends_last_and_the_match_goes_on_to_its_end():
    agents = [lambda _: "...", Reader("talks")]
    (rewards, infos), _ = play(ta.make(name_of("clansmen")), agents)
    assert rewards == {0: -1.0, 1: 1.0}
    assert infos[0]["lost_by_stand_ins"]
    assert not infos[1]["lost_by_stand_ins"]


def test_a_copy_goes_on_alike_and_apart():
    env = ta.make(name_of("northgard"))
    env.reset(num_players=2, seed=9)
    agent = Reader("copied")
    for _ in range(20):
        env.step(agent(env.get_observation()[1]))
    env.step("no answer")
    other = copy.deepcopy(env)
    before = env.get_observation()
    assert other.get_observation() == before
    assert "There is no JSON object" in before[1]
    ends = []
    for each in (other, env):
        agent, done = Reader("goes on"), False
        while not done:
            done, _ = each.step(agent(each.get_observation()[1]))
        ends.append(each.close())
    assert ends[0] == ends[1]


def test_one_environment_plays_matches_of_several_sizes_one_after_the_other():
    env = ta.make(name_of("clansmen"), reward="win")
    for players in (2, 4, 3):
        agents = [Reader(f"{players} {player}") for player in range(players)]
        (rewards, infos), _ = play(env, agents, seed=players)
        assert set(rewards) == set(infos) == set(range(players))
        assert set(rewards.values()) <= {0.0, 1.0}
        assert all("You are seat 3;" not in text for agent in agents[:3] for text in agent.read)
    assert env.step("after the end") == (True, {})


def test_without_a_seed_every_match_is_another():
    env = ta.make(name_of("northgard"))
    ids = set()
    for _ in range(3):
        env.reset(num_players=2)
        ids.add(env.state.game_state["match"])
    assert len(ids) == 3


def test_seats_that_the_rules_play_are_no_players():
    env = ta.make(name_of("northgard"), options={"automa": 1})
    (rewards, infos), _ = play(env, [Reader("alone")], seed=1)
    assert set(rewards) == {0}
    assert infos[0]["seat"] in {0, 1}


def test_a_game_of_ones_own_is_an_environment_and_sealed_answers_stay_sealed():
    agents = [Reader(f"parley {player}") for player in range(3)]
    (rewards, _), _ = play(TextGameEnv(PARLEY), [lambda shown, agent=agent: agent(shown[-1][1]) for agent in agents])
    assert set(rewards) == {0, 1, 2}


@pytest.mark.parametrize(("make", "told"), [
    (lambda: TextGameEnv("nortgard"), "did you mean"),
    (lambda: TextGameEnv("northgard").reset(num_players=9), "not 9"),
    (lambda: TextGameEnv("northgard", {"automas": 1}).reset(num_players=1), "no option 'automas'"),
])
def test_what_there_is_not_is_told(make, told):
    with pytest.raises(BadSetup, match=told):
        make()


def test_a_reward_that_there_is_not_is_told():
    with pytest.raises(ValueError, match="did you mean"):
        TextGameEnv("northgard", reward="ranks")
