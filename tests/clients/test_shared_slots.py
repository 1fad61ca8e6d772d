"""Places that processes share: no more than there are, and none is lost with a process that is killed."""

from __future__ import annotations

import subprocess
import sys

from lawspeaker_bot.shared_slots import SharedSlots

HOLDER = """
import sys
from pathlib import Path
from lawspeaker_bot.shared_slots import SharedSlots
slots = SharedSlots(Path(sys.argv[1]), 2)
print(slots.take(), flush=True)
sys.stdin.read()
"""


def first(_: int) -> int:
    return 0


def test_threads_of_a_process_get_each_place_once(tmp_path):
    slots = SharedSlots(tmp_path / "places", 2, first)
    assert [slots.take(), slots.take(), slots.take()] == [0, 1, None]
    slots.give_back(0)
    assert slots.take() == 0


def test_two_who_share_a_folder_share_its_places(tmp_path):
    one, other = SharedSlots(tmp_path, 2, first), SharedSlots(tmp_path, 2, first)
    assert (one.take(), other.take(), one.take(), other.take()) == (0, 1, None, None)
    one.close()
    assert (other.take(), other.take()) == (0, None)


def test_a_folder_with_its_files_need_not_be_writable(tmp_path):
    SharedSlots(tmp_path, 1).close()
    tmp_path.chmod(0o500)
    (tmp_path / "0").chmod(0o400)
    assert SharedSlots(tmp_path, 1).take() == 0


def test_a_process_that_is_killed_gives_its_place_back(tmp_path):
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)
    held = int(holder.stdout.readline())
    slots = SharedSlots(tmp_path, 2)
    assert [slots.take(), slots.take()] == [1 - held, None]
    holder.kill()
    holder.communicate()
    assert slots.take() == held
