"""Write a bot for the Lawspeaker referee: subclass `Bot`, implement `decide`, call `run`.

>>> class First(Bot):
...     def decide(self, decision):
...         return range(decision.least)
>>> run(First(), "127.0.0.1:50051")
"""

import os

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # gRPC reads it on import and logs a lot without it

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import AnswerOrigin, Clock, Decision, Match, Rejection, Result, Text
from lawspeaker_bot.errors import (
    BotError,
    ConnectionLost,
    ConnectionRefused,
    NoStubs,
    Refused,
    WrongAnswer,
    WrongBot,
    WrongPicks,
)
from lawspeaker_bot.messages import unpack, unpack_options
from lawspeaker_bot.model_answer import ANSWER_SCHEMA, ModelAnswer, instruction, parse_answer
from lawspeaker_bot.running import run
from lawspeaker_bot.tls import tls_credentials
from lawspeaker_bot.version import __version__

__all__ = [
    "ANSWER_SCHEMA", "AnswerOrigin", "Bot", "BotError", "Clock", "ConnectionLost", "ConnectionRefused", "Decision",
    "Match", "ModelAnswer", "NoStubs", "Refused", "Rejection", "Result", "Text", "WrongAnswer", "WrongBot",
    "WrongPicks", "__version__", "instruction", "parse_answer", "run", "tls_credentials", "unpack", "unpack_options",
]
