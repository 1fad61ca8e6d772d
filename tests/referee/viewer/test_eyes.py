"""Eyes as people write them."""

import pytest

from lawspeaker_referee.viewer.document import ALL, SPECTATOR, every_eye
from lawspeaker_referee.viewer.eyes import DEFAULT_EYES, BadEyes, parse_eyes


@pytest.mark.parametrize(("text", "eyes"), [
    ("all", (ALL, SPECTATOR, 0, 1, 2)),
    ("spectator", (SPECTATOR,)),
    ("seat:2", (2,)),
    ("seat:0", (0,)),
    ("seat:1, spectator", (SPECTATOR, 1)),
    ("seat:1,seat:1,seat:01", (1,)),
    ("spectator,all", (ALL, SPECTATOR, 0, 1, 2)),
])
def test_a_text_names_eyes_each_once_and_in_one_order(text, eyes):
    assert parse_eyes(text, 3) == eyes


def test_by_default_everything_is_seen():
    assert parse_eyes(DEFAULT_EYES, 4) == every_eye(4)


@pytest.mark.parametrize(("text", "words"), [
    ("spectators", "'spectators' names no eyes (did you mean 'spectator'?); write all, spectator or seat:N"),
    ("everything", "'everything' names no eyes; write all, spectator or seat:N, or several with commas between them"),
    ("2", "'2' names no eyes (did you mean 'seat:2'?)"),
    ("seat2", "'seat2' names no eyes (did you mean 'seat:2'?)"),
    ("seat=2", "'seat=2' names no eyes (did you mean 'seat:2'?)"),
    ("", "'' names no eyes"),
    ("all,", "'' names no eyes"),
    ("ALL", "'ALL' names no eyes"),
    ("seat:-1", "'seat:-1' names no eyes"),
    ("seat:3", "there is no seat 3: the seats are 0 to 2"),
    ("all,seat:7", "there is no seat 7: the seats are 0 to 2"),
    ("seat:\u0661", "names no eyes"),
])
def test_what_names_no_eyes_is_refused_with_what_would_be_right(text, words):
    with pytest.raises(BadEyes) as refused:
        parse_eyes(text, 3)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
