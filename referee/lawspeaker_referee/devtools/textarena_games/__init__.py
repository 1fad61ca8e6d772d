"""The games as environments of TextArena, for agents that read and write text; see docs/textarena.md.

To import it registers them. Nothing else of the referee imports this.
"""

try:
    import textarena as _textarena
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "environments of TextArena need textarena: pip install 'lawspeaker-referee[textarena]'") from error

from lawspeaker_referee.devtools.textarena_games.environment import DecisionWrapper, TextGameEnv, register

__all__ = ["DecisionWrapper", "TextGameEnv"]

register()

del _textarena, register
