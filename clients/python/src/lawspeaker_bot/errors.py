"""What can go wrong between a bot and its referee; every message is one line that says what would be right."""


class BotError(Exception):
    """Any error of this SDK; `run` prints it as one line."""


class ConnectionRefused(BotError):
    """No referee could be reached at the address."""


class ConnectionLost(BotError):
    """The stream broke before the referee said goodbye, and did not come back in time."""


class Refused(BotError):
    """The referee did not want the bot: wrong token, unknown protocol, or broken rules of the protocol."""


class WrongPicks(BotError):
    """`decide` returned something that is not a list of option indices."""


class WrongBot(BotError):
    """What a bot says of itself, or with an answer, is not what its type promises."""


class NoStubs(BotError):
    """A message of a game whose generated classes are not installed, or are too old to read it."""
