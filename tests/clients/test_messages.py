import pytest
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration

from lawspeaker.v1.match_pb2 import Outcome
from lawspeaker_bot import NoStubs, unpack, unpack_options
from tests.clients.scripted_referee import packed


def test_a_message_comes_out_as_its_own_class():
    assert unpack(packed(Outcome(reason="fame"))) == Outcome(reason="fame")


def test_a_message_of_a_foreign_package_is_found_once_it_is_imported():
    assert unpack(packed(Duration(seconds=3))).seconds == 3


@pytest.mark.parametrize("name", ["lawspeaker.unheard_of.v1.View", "someone.else.v1.View", ""])
def test_an_unknown_game_is_an_error_that_says_what_to_do(name):
    with pytest.raises(NoStubs, match="upgrade lawspeaker-bot, or import"):
        unpack(Any(type_url=f"type.googleapis.com/{name}", value=b""))


def test_no_options_at_all_are_an_empty_list():
    assert unpack_options(Any()) == []


def test_damaged_options_and_unknown_verbs_say_what_to_do():
    with pytest.raises(NoStubs, match="cannot be read: it is damaged"):
        unpack_options(Any(type_url="type.googleapis.com/lawspeaker.northgard.v1.Options", value=b"\x0a\xff"))
    newer = b"\x0a\x03\xfa\x7f\x00"  # an Option with field 2047
    with pytest.raises(NoStubs, match=r"a verb of lawspeaker\.northgard\.v1\.Option is not known"):
        unpack_options(Any(type_url="type.googleapis.com/lawspeaker.northgard.v1.Options", value=newer))
