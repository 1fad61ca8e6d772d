"""The trial of how the bot's process ends."""

from __future__ import annotations

import signal

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_referee.certify.examiner import END_WITHIN, Examiner
from lawspeaker_referee.certify.losing import Gone
from lawspeaker_referee.certify.stage import told
from lawspeaker_referee.certify.trouble import Failed, LeftOut

_GOODBYES = {"DONE": GoodbyeReason.GOODBYE_REASON_DONE, "DRAINING": GoodbyeReason.GOODBYE_REASON_DRAINING}


async def goodbye(examiner: Examiner) -> str:
    """The process ends by itself after either goodbye that blames nobody, and at once by SIGTERM."""
    if not examiner.starts:
        raise LeftOut("only a process that this command starts can be watched; try it with --bot cmd:...")
    for name, reason in _GOODBYES.items():
        await _leave(examiner, name, reason)
    stage, game = await examiner.bot(), examiner.games[0]
    asked = stage.meddler = Gone(silent=False)
    await examiner.begin("goodbye", game)
    await stage.until(asked.reached.wait())
    examiner.terminate()
    grace = examiner.conditions.sandbox.grace
    ending = await examiner.ending(grace + END_WITHIN)
    if ending is None or (ending.exit_code is None and ending.signal in {None, signal.SIGKILL}):
        raise Failed("ignores-sigterm", f"{grace:g} s after SIGTERM, in the middle of a match, it had to be killed")
    await stage.void_all()
    await examiner.end()
    return "it ends by itself after goodbye, and by SIGTERM"


async def _leave(examiner: Examiner, name: str, reason: GoodbyeReason) -> None:
    stage = await examiner.bot()
    stage.dismiss(reason, "goodbye, for this trial")
    ending = await examiner.ending(END_WITHIN)
    if ending is None:
        raise Failed("no-exit", f"its process still runs {END_WITHIN:g} s after Goodbye with {name}")
    if ending.exit_code != 0:
        raise Failed("exit-code", f"after Goodbye with {name} it ended with {told(ending)}")
    if ending.orphans:
        raise Failed("children", f"it ended after Goodbye with {name}, and processes that it had started ran on")
    await examiner.end()
