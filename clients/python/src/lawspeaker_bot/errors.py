"""Errors between a bot and its referee; every message is one line that says what would be right."""


class BotError(Exception):
    """Base class of this SDK's errors; `run` prints them as one line."""


class ConnectionRefused(BotError):
    """No referee answered at the address, or a setting of the connection is wrong."""


class ConnectionLost(BotError):
    """The stream broke without a goodbye, and could not be replaced in time."""


class Refused(BotError):
    """The referee refused the bot: wrong token, unknown protocol, or a broken rule of the protocol."""


class WrongPicks(BotError):
    """`decide` returned something that is not a list of option indices."""


class WrongBot(BotError):
    """An attribute of a bot or an annotation has the wrong type."""


class WrongAnswer(BotError):
    """A language model's text is no legal answer to the decision."""


class NoStubs(BotError):
    """A message of a game whose generated classes are not installed, or are too old to read it."""
