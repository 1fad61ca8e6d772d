"""Laws that every game keeps, as functions: a test kit for games here and elsewhere.

Each takes a game, a number of players, options that are not as usual, and seeds; it plays random games of these seeds
and raises AssertionError where the game breaks the law, with what the law is, what was found, and what to do:

    for law in LAWS:
        law(MY_GAME, 2, {}, range(3))

Unlike the rules, this module draws from `random.Random`, always by a seed of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, islice, permutations
from random import Random
from typing import Any, Final
from xml.etree import ElementTree as ET

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import CannotDealAnew, Chance, Decision, IllegalAnswer, Outcome, Picks, Question
from lawspeaker_engine.playing import check, play
from lawspeaker_engine.setups import make_setup, manned

__all__ = [
    "LAWS", "Census", "Hands", "Law", "Options", "all_positions", "asks_the_same_again", "copies_are_independent",
    "draw", "ends_soon_by_default", "ends_soon_with_one_player", "ends_with_ranks", "every_option_can_be_applied",
    "final_state", "illegal_answers_are_refused", "keeps_its_census", "options_are_not_too_many", "other_answer",
    "positions", "questions_are_well_formed", "random_answers", "random_pick", "replays_alike", "secrets_are_kept",
    "the_board_draws_every_view", "the_loop_plays_alike", "what_all_saw_is_known", "what_is_asked_tells_no_hand",
]

Options = Mapping[str, bool | int | str]
Law = Callable[[Game[Any], int, Options, range], None]
Census = Callable[[Any], Mapping[str, object]]
"""Returns what must stay the same in all positions of a game, as far as it is there yet."""

Pieces = Iterable[int]
"""The numbers of pieces, each as often as there are equal ones."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Where the pieces of a game lie that may come to a hand for all to see; for `what_all_saw_is_known`."""

    open: Callable[[Any], Pieces]
    """Takes a spectator's view; returns the pieces that lie open for all."""
    held: Callable[[Any], Sequence[Pieces]]
    """Takes a state; returns by seat the pieces in its hand."""
    told: Callable[[Any], Sequence[Pieces]]
    """Takes a view; returns by seat the pieces that the view says are in its hand."""


STEP_LIMIT: Final = 20_000
MOST_OPTIONS, MOST_PER_CENT_WITH_MANY = 400, 5
"""The largest number of options of a decision; how many of a hundred decisions may have more than `many_options`."""
DEFAULT_DECISIONS: Final = 300
"""Decisions a seat within which a game ends where all, or all but one, answer by default."""


def _breach(law: str, found: object, remedy: str) -> str:
    """Return the message of a broken law."""
    return f"{law}. Found: {found}. {remedy}."


def _name(question: Question) -> str:
    """Return what a question is called in messages: its prompts, and who is asked."""
    if isinstance(question, Chance):
        return f"chance {question.prompt}"
    return " and ".join([f"{each.prompt} of seat {each.seat}" for each in question]) or "the end of the game"


def random_pick(random: Random, decision: Decision) -> Picks:
    """Any legal answer."""
    _takes_some(decision)
    count = random.randint(decision.least, decision.most)
    picks = random.sample(range(len(decision.options)), count)
    return check(decision, picks)


def draw(dice: Dice, chance: Chance) -> Picks:
    """Return the picks of the dice."""
    _draws_some(chance)
    return dice.answer(chance)


def random_answers(random: Random, dice: Dice, question: Question, by_default: Container[int]) -> tuple[Picks, ...]:
    """Dice for chance, the default for the seats `by_default`, anything legal for the others."""
    if isinstance(question, Chance):
        return (draw(dice, question),)
    return tuple(
        decision.default if decision.seat in by_default else random_pick(random, decision) for decision in question
    )


def positions(
    game: Game[Any], players: int, seed: int, options: Options | None = None, by_default: Container[int] = (),
) -> Iterator[tuple[Any, Question, tuple[Picks, ...]]]:
    """Every position of a random game, with its question and the answers about to be applied."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"law-{seed}"))
    state = game.setup(make_setup(game, players, options))
    for _ in range(STEP_LIMIT):
        question = game.pending(state)
        if not question:
            return
        answers = random_answers(random, dice, question, by_default)
        yield state, question, answers
        game.apply(state, answers)
    raise AssertionError(_breach(
        f"A random game of {game.name} ends in {STEP_LIMIT} steps",
        f"{players} players, {options} and seed {seed} went on", "Let something run out, so that every game ends"))


def all_positions(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> Iterator[tuple[Any, Question, tuple[Picks, ...]]]:
    """Every position of the random games of these seeds."""
    for seed in seeds:
        yield from positions(game, players, seed, options)


def final_state(game: Game[Any], players: int, seed: int, options: Options) -> Any:
    """The end of the same random game."""
    return [state for state, _question, _answers in positions(game, players, seed, options)][-1]


def ends_with_ranks(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Ranks start at 1, those who share a place share its number, and the parts of a score add up to it."""
    for seed in seeds:
        outcome = game.outcome(final_state(game, players, seed, options))
        assert outcome is not None, _breach(
            "A game that asks nothing more has an outcome", f"outcome() returned None at the end of seed {seed}",
            "Return an Outcome whenever pending() returns ()")
        assert len(outcome.ranks) == len(outcome.scores) == players, _breach(
            f"An outcome has a rank and a score for each of {players} seats", outcome,
            "Give both in the order of seats, those of players who are out too")
        assert all(rank == 1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks), _breach(
            "A rank is 1 and the number of those who are better", f"ranks {outcome.ranks}",
            "Let those who share a place share its number: (1, 1, 3)")
        if outcome.parts:
            _assert_parts(outcome, players)


def _assert_parts(outcome: Outcome, players: int) -> None:
    """Each seat has the same parts, each once, and their sum is its score."""
    names = [[part.name for part in parts] for parts in outcome.parts]
    assert len(names) == players, _breach(
        f"An outcome with parts has those of {players} seats", f"{len(names)} lists of parts",
        "List the parts of every seat, or of none")
    assert all(each == names[0] and len(set(each)) == len(each) for each in names), _breach(
        "All scores have the same parts, each once", names, "List a part that brought nothing with 0 points")
    sums = tuple(sum(part.points for part in parts) for parts in outcome.parts)
    assert sums == outcome.scores, _breach(
        "The parts of a score add up to it", f"parts make {sums}, and the scores are {outcome.scores}",
        "Compute the score from its parts")


def replays_alike(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Setup and answers determine everything."""
    for seed in seeds:
        again = game.setup(make_setup(game, players, options))
        for state, question, answers in positions(game, players, seed, options):
            where = f"seed {seed} came another time to another {{}} at {_name(question)}"
            remedy = "Use neither a clock, nor random, nor the order of a set; let the dice draw by a Chance"
            assert canon.digest(game.pending(again)) == canon.digest(question), _breach(
                "Setup and answers determine every question", where.format("question"), remedy)
            assert canon.digest(again) == canon.digest(state), _breach(
                "Setup and answers determine every state", where.format("state"), remedy)
            game.apply(again, answers)


def copies_are_independent(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Whatever happens to the copy, the original does not change; and a copy is equal to it."""
    for state, question, answers in all_positions(game, players, options, seeds):
        before = canon.digest(state)
        after = game.copy(state)
        assert canon.digest(after) == before, _breach(
            "A copy is equal to its state", f"copy() returned something else at {_name(question)}",
            "Copy every field of the state")
        game.apply(after, answers)
        game.pending(after)
        assert canon.digest(state) == before, _breach(
            "Whatever happens to a copy, its state stays as it was",
            f"answering {_name(question)} in the copy changed it", "Let copy() copy lists and dictionaries, too")


def asks_the_same_again(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """The cached question is what a fresh look would ask."""
    for state, question, _answers in all_positions(game, players, options, seeds):
        before = canon.digest(state)
        state.question = None
        assert canon.digest(game.pending(state)) == canon.digest(question), _breach(
            "A state asks the same when it is asked again", f"another question than {_name(question)}",
            "Make the question from the state alone")
        assert canon.digest(state) == before, _breach(
            "Asking again changes nothing", f"pending() changed the state at {_name(question)}",
            "Change the state in apply(), or before the question is asked for the first time")


def questions_are_well_formed(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Counts fit, defaults are legal, options are typed, seats are at most asked once, and only those with players."""
    seats = manned(game, make_setup(game, players, options))
    for seed in seeds:
        for _state, question, _answers in positions(game, players, seed, options):
            if isinstance(question, Chance):
                _draws_some(question)
                _has_known_options(game, question)
                continue
            asked = [decision.seat for decision in question]
            assert len(set(asked)) == len(asked), _breach(
                "A question asks each seat once at most", f"{_name(question)}", "Ask the second thing afterwards")
            for decision in question:
                assert decision.seat in seats, _breach(
                    f"A question asks seats that players have, here {seats}", _name(question),
                    "Answer for the other seats by the rules")
                _is_well_formed(game, decision)


def _draws_some(chance: Chance) -> None:
    assert 0 < chance.count <= len(chance.options), _breach(
        "Chance takes one of its options at least, and not more than there are",
        f"{chance.prompt} takes {chance.count} of {len(chance.options)}", "Ask chance only where something is drawn")
    weights = chance.weights
    assert weights == () or (len(weights) == len(chance.options) and min(weights) > 0), _breach(
        "Options of chance have no weights, or each one from 1", f"{chance.prompt} has {len(weights)} for "
        f"{len(chance.options)} options: {weights}", "Leave out what cannot be drawn")


def _takes_some(decision: Decision) -> None:
    least, most, total = decision.least, decision.most, len(decision.options)
    assert 0 <= least <= most <= total, _breach(
        "A decision takes between least and most of its options",
        f"{decision.prompt} takes {least} to {most} of {total}", "Set 0 <= least <= most <= len(options)")


def _is_well_formed(game: Game[Any], decision: Decision) -> None:
    prompt = decision.prompt
    _takes_some(decision)
    try:
        usual: object = check(decision, decision.default)
    except IllegalAnswer as refused:
        usual = refused
    assert usual == decision.default, _breach(
        "The default answer is legal, and ascending unless order matters",
        f"{prompt} has the default {decision.default}: {usual}", "Give indices of options as a tuple")
    _has_known_options(game, decision)
    if not prompt.startswith("draw."):  # what was drawn may be equal, and that is nobody's concern
        assert len({canon.encode(option) for option in decision.options}) == len(decision.options), _breach(
            "No two options of a decision are equal", f"{prompt} offers {decision.options}",
            "Offer one of them, or call the prompt draw.* where equal things were drawn")


def _has_known_options(game: Game[Any], asked: Decision | Chance) -> None:
    unknown = {type(option).__name__ for option in asked.options if type(option) not in game.option_types}
    assert not unknown, _breach(
        "The class of every option is one of option_types", f"{asked.prompt} offers {sorted(unknown)}",
        "Name these classes in option_types")


def options_are_not_too_many(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """A bot looks at every option, and a request carries them all."""
    sizes = [
        (len(decision.options), decision.prompt)
        for _state, question, _answers in all_positions(game, players, options, seeds)
        if not isinstance(question, Chance) for decision in question
    ]
    remedy = "Ask in two steps: first what, then where"
    most, at = max(sizes, default=(0, ""))
    assert most <= MOST_OPTIONS, _breach(
        f"A decision has {MOST_OPTIONS} options at most", f"{at} has {most}", remedy)
    usual = game.many_options(make_setup(game, players, options))
    many = [prompt for size, prompt in sizes if size > usual]
    assert len(many) * 100 <= MOST_PER_CENT_WITH_MANY * len(sizes), _breach(
        f"{MOST_PER_CENT_WITH_MANY} of a hundred decisions have more than {usual} options, not more",
        f"{len(many)} of {len(sizes)} have: {dict(Counter(many))}", remedy)


def ends_soon_by_default(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """A match whose bots have all gone does not go on for long, whatever the dice show."""
    for seed in seeds:
        _ends_soon(game, players, seed, options, range(players))


def ends_soon_with_one_player(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """One bot alone cannot keep a match going."""
    for seed in seeds:
        others = [seat for seat in range(players) if seat != seed % players]
        _ends_soon(game, players, seed, options, others)


def _ends_soon(game: Game[Any], players: int, seed: int, options: Options, by_default: Container[int]) -> None:
    decisions = 0
    for _state, question, _answers in positions(game, players, seed, options, by_default):
        decisions += 0 if isinstance(question, Chance) else len(question)
        assert decisions <= DEFAULT_DECISIONS * players, _breach(
            f"A game ends within {DEFAULT_DECISIONS} decisions a seat where {by_default} answer by default",
            f"seed {seed} went on", "Let the default answers end the game, as passing does")


def keeps_its_census(game: Game[Any], players: int, options: Options, seeds: range, census: Census) -> None:
    """Every count of the game's census stays as it was when it was first taken, to the end of the game."""
    lost = "Put what leaves one place into another one, or count that place in the census"
    for seed in seeds:
        kept: dict[str, object] = {}
        state: Any = None
        for state, question, _answers in positions(game, players, seed, options):
            for what, count in census(state).items():
                assert kept.setdefault(what, count) == count, _breach(
                    "Nothing is made or lost", f"{what}: {count} instead of {kept[what]} at {_name(question)}", lost)
        changed = {what: (count, kept[what]) for what, count in census(state).items() if kept.get(what, count) != count}
        assert not changed, _breach("Nothing is made or lost", f"{changed} at the end of seed {seed}", lost)


def every_option_can_be_applied(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Assert that each option offered can be applied, and leads to another question or the end of the game."""
    for number, (state, question, _answers) in enumerate(all_positions(game, players, options, seeds)):
        if number % 3 or isinstance(question, Chance) or len(question) > 1 or question[0].least > 1:
            continue
        for pick in range(len(question[0].options)):
            after = game.copy(state)
            game.apply(after, ((pick,),))
            assert game.pending(after) or game.outcome(after), _breach(
                "Every option that is offered can be applied",
                f"after option {pick} of {_name(question)} nothing is asked, and there is no outcome",
                "Offer only what is possible, and go on after it")


def secrets_are_kept(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Answered in two ways: whoever is not in the audience is shown byte for byte the same, and asked the same.

    Where several are asked at once, one answer differs and all others stay. A game in which all see every answer has no
    secrets, and keeps them.
    """
    tried, secret = 0, ""
    for seed in seeds:
        for state, question, answers in positions(game, players, seed, options):
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            for number, one in enumerate(asked):
                if one.seen_by is None:
                    continue
                secret = one.prompt
                other = other_answer(one, answers[number])
                if other is None:
                    continue
                tried += 1
                _tells_nothing(game, players, state, one, (answers, (*answers[:number], other, *answers[number + 1:])))
    assert tried or not secret, _breach(
        "Secret answers can be compared with others", f"{secret} never had two possible answers", "Try more seeds")


def _tells_nothing(
    game: Game[Any], players: int, state: Any, one: Decision | Chance, ways: tuple[tuple[Picks, ...], ...],
) -> None:
    """Assert that these two ways to answer look alike to those who are not in the audience of `one`."""
    audience = set(one.seen_by or ())
    ends = []
    for answers in ways:
        ends.append(game.copy(state))
        game.apply(ends[-1], answers)
    asked = [game.pending(end) for end in ends]
    unseen = f"Who is not among the seats {sorted(audience)} that may see the answer to {one.prompt}"
    for seat in (None, *range(players)):
        if seat not in audience:
            views = [canon.encode(game.view(end, seat)) for end in ends]
            assert views[0] == views[1], _breach(
                f"{unseen} is shown nothing of it", f"the view of {'spectators' if seat is None else f'seat {seat}'} "
                f"differs between the answers {ways[0]} and {ways[1]}", "Leave it out of that view, or let all see it")
    assert _shape(asked[0], audience) == _shape(asked[1], audience), _breach(
        f"{unseen} is asked the same whatever it was",
        f"{_name(asked[0])} after {ways[0]}, {_name(asked[1])} after {ways[1]}",
        "Ask also where there is nothing to choose, with the same options for others, or let all see the answer")


TALK_ON: Final = 12
"""Questions that are asked in a position and in one that looks the same to a seat, at most."""
EVERY_POSITION: Final = 5
"""One position of so many is tried."""


def what_is_asked_tells_no_hand(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Whatever a seat cannot know, the same seats are asked the same as long as all answers that it sees are the same.

    A position is played on beside one that is dealt anew for a seat. A talk that only some hear is theirs in all that
    is asked while it goes on, so none is taken from its middle.
    """
    if len(manned(game, make_setup(game, players, options))) < players:
        return  # what the rules do for a seat follows from its secrets, as answers do, and cannot be held the same
    for seed in seeds:
        talk = ""
        for number, (state, question, _answers) in enumerate(positions(game, players, seed, options)):
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            talk = talk if talk and all(one.prompt.startswith(talk) for one in asked) else ""
            if not talk and number % EVERY_POSITION == 0:
                seat = number // EVERY_POSITION % players
                dealt = _dealt(game, state, seat, Random(number))
                if dealt is not None:
                    _same_questions(game, game.copy(state), dealt, seat, Random(number))
            if any(isinstance(one, Decision) and one.seen_by and len(one.seen_by) > 1 for one in asked):
                talk = asked[0].prompt.partition(".")[0] + "."


def _dealt(game: Game[Any], state: Any, seat: int, random: Random) -> Any:
    """Return the state dealt anew for a seat; None where the game cannot do that."""
    try:
        return game.deal_anew(state, seat, random)
    except CannotDealAnew:
        return None


def _same_questions(game: Game[Any], state: Any, twin: Any, seat: int, random: Random) -> None:
    """Play two positions on that a seat cannot tell apart, with the same answers, as far as there are such."""
    dice, other_dice = (Dice(match_seed(bytes(32), f"{which}-{random.random()}")) for which in "ab")
    for _ in range(TALK_ON):
        question, other = game.pending(state), game.pending(twin)
        assert _heard(question) == _heard(other), _breach(
            "What is asked does not depend on what a seat cannot know",
            f"{_name(question)}, and {_name(other)} where all that seat {seat} knows is the same",
            "Ask also where there is nothing to choose")
        answers = random_answers(random, dice, question, ())
        if isinstance(question, Chance) and isinstance(other, Chance):
            if question.seen_by is None or seat in question.seen_by:
                picks = [same_answer(question.options, other.options, answers[0])]
            else:
                picks = [draw(other_dice, other)]
        elif isinstance(question, Chance) or isinstance(other, Chance) or not question:
            return
        else:
            picks = [
                same_answer(one.options, two.options, taken)
                for one, two, taken in zip(question, other, answers, strict=True)
            ]
        if None in picks:
            return
        game.apply(state, answers)
        game.apply(twin, tuple(taken for taken in picks if taken is not None))


def _heard(question: Question) -> object:
    """Return who is asked what, or what is drawn, as all hear it."""
    if isinstance(question, Chance):
        return question.prompt, question.stream
    return [(one.seat, one.prompt) for one in question]


def same_answer(options: Sequence[Any], others: Sequence[Any], picks: Picks) -> Picks | None:
    """Return the picks of the same options in another list; None if one is not there."""
    found: list[int] = []
    for pick in picks:
        where = [index for index, option in enumerate(others) if option == options[pick] and index not in found]
        if not where:
            return None
        found.append(where[0])
    return tuple(found)


def what_all_saw_is_known(
    game: Game[Any], players: int, options: Options, seeds: range, hands: Hands,
) -> None:
    """A piece that came to a hand for all to see is told in every view and stays in every position dealt anew.

    It is known until the hand loses one like it, or the seat answers something that not all hear: then the piece may
    have left unseen.
    """
    for seed in seeds:
        known = [Counter[int]() for _ in range(players)]
        before: tuple[Counter[int], list[Counter[int]], bool] | None = None
        for number, (state, question, _answers) in enumerate(positions(game, players, seed, options)):
            open_now = Counter(hands.open(game.view(state, None)))
            held = [Counter(pieces) for pieces in hands.held(state)]
            if before is not None:
                for seat in range(players):
                    known[seat] -= before[1][seat] - held[seat]
                    if before[2]:
                        known[seat] += (held[seat] - before[1][seat]) & (before[0] - open_now)
            _assert_known(game, state, known, hands, number)
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            for one in asked:
                for seat in one.seen_by or () if isinstance(one, Decision) else ():
                    known[seat].clear()
            before = open_now, held, all(one.seen_by is None for one in asked)


def _assert_known(game: Game[Any], state: Any, known: Sequence[Counter[int]], hands: Hands, number: int) -> None:
    """All views tell these pieces, and a position dealt for some seat has them."""
    for eye in (None, *range(len(known))):
        for seat, told in enumerate(hands.told(game.view(state, eye))):
            missing = known[seat] - Counter(told)
            assert not missing, _breach(
                "A piece that all saw come to a hand is told in every view",
                f"seat {seat} has {missing}, which the view of {'spectators' if eye is None else f'seat {eye}'} "
                "does not tell", "Keep in the state who knows it, and list it in the view")
    if number % EVERY_POSITION == 0:
        eye = number // EVERY_POSITION % len(known)
        for seat, held in enumerate(hands.held(game.deal_anew(state, eye, Random(number)))):
            missing = known[seat] - Counter(held)
            assert not missing, _breach(
                "A piece that all saw come to a hand stays there in every position dealt anew",
                f"seat {seat} has {missing}, but not in a position dealt for seat {eye}",
                "Let deal_anew leave what its seat knows where it is")


def other_answer(one: Decision | Chance, taken: Picks) -> Picks | None:
    """Some other answer, if there is one; the answers may be too many to make them all."""
    if isinstance(one, Chance):
        in_order, sizes = True, range(one.count, one.count + 1)
    else:
        in_order, sizes = one.ordered, range(one.least, one.most + 1)
    choose = permutations if in_order else combinations
    answers = chain.from_iterable(choose(range(len(one.options)), size) for size in sizes)
    return next((picks for picks in reversed(list(islice(answers, 40))) if picks != taken), None)


def _shape(question: Question, audience: set[int]) -> object:
    """Return what of a question those outside the audience can notice."""
    if isinstance(question, Chance):
        return question.prompt, question.stream, question.count if question.seen_by is None else None
    return [
        (decision.seat, decision.prompt, None if decision.seat in audience else canon.encode(decision))
        for decision in question
    ]


def illegal_answers_are_refused(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Too many, out of range, twice: each has its own word."""
    seen: set[str] = set()
    for _state, question, _answers in all_positions(game, players, options, seeds):
        if isinstance(question, Chance):
            continue
        for decision in question:
            total = len(decision.options)
            for picks in (range(decision.most + 1), [total] * decision.most, [0] * decision.most, [-1] * decision.most):
                try:
                    check(decision, list(picks))
                except IllegalAnswer as refused:
                    seen.add(refused.reason)
    missing = {"wrong_count", "out_of_range"} - seen
    assert not missing, _breach(
        "Too many picks and picks that are no options are refused", f"no answer was refused as {sorted(missing)}",
        "Let some decision have more options than it takes, or try more seeds")


def the_board_draws_every_view(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """The parts of a board are SVG, and its pieces and options name symbols and places that there are."""
    board = game.board
    if board is None:
        return
    assert not (wrong := [name for name, part in [("the ground", board.ground), *board.symbols.items()]
                          if not _is_drawing(part)]), _breach(
        "A board's parts are elements of SVG without scripts and inline styles", f"others are {wrong}",
        "Give colours in attributes such as fill")
    for state, question, _answers in all_positions(game, players, options, seeds):
        for seat in (None, *range(players)):
            view = game.view(state, seat)
            asked = () if isinstance(question, Chance) else [each for each in question if each.seat == seat]
            pieces = list(board.pieces(view))
            places = {each.at for each in pieces} | {
                place for each in asked for option in each.options for place in board.named(view, option)}
            unknown = {each.symbol for each in pieces} - board.symbols.keys() | places - board.places.keys()
            assert not unknown, _breach(
                "Pieces and options name symbols and places of the board", f"{sorted(unknown)} are none",
                "Add them to the board's symbols or places")


def _is_drawing(part: str) -> bool:
    try:
        elements = list(ET.fromstring(f"<g>{part}</g>").iter())  # noqa: S314 - a game's own text
    except ET.ParseError:
        return False
    return not any(
        each.tag.lower() in {"script", "style", "foreignobject"} or "style" in each.keys()  # noqa: SIM118
        or any(name.lower().startswith("on") for name in each.keys())  # noqa: SIM118 - an element is no mapping
        for each in elements)


def the_loop_plays_alike(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """`game.play` yields every step of the same game."""
    for seed in seeds:
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"law-{seed}"))
        state = game.setup(make_setup(game, players, options))
        steps = list(play(game, state, partial(random_pick, random), partial(draw, dice)))
        length = sum(1 for _ in positions(game, players, seed, options))
        remedy = "Keep nothing of one game in the game's object or a module"
        assert len(steps) == length, _breach(
            "playing.play goes through every step of the same game",
            f"{len(steps)} steps instead of {length} with seed {seed}", remedy)
        assert game.outcome(state) is not None, _breach(
            "A game that was played has an outcome", f"outcome() returned None with seed {seed}", remedy)


LAWS: Final[tuple[Law, ...]] = (
    ends_with_ranks, replays_alike, copies_are_independent, asks_the_same_again, questions_are_well_formed,
    options_are_not_too_many, ends_soon_by_default, ends_soon_with_one_player, every_option_can_be_applied,
    secrets_are_kept, what_is_asked_tells_no_hand, illegal_answers_are_refused, the_board_draws_every_view,
    the_loop_plays_alike,
)
"""All but `keeps_its_census` and `what_all_saw_is_known`, which need to know where the pieces of the game lie."""
