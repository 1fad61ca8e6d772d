"""The command line: `lawspeaker-bot`, or `python -m lawspeaker_bot`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from lawspeaker_bot import stdio
from lawspeaker_bot.running import run, to_end
from lawspeaker_bot.suggestions import did_you_mean

MOST_MATCHES = 1024
LONGEST_NAME = 64
TAKES_WORDS = ("stdio", "uci")
"""Commands that start a program, whose words stand after `--`."""
AGENT = "agent"
OF_URL = ("schema", "without_options", "names")
"""Options that say of --url what a file of endpoints says of its own."""
_EPILOG = """\
The command reads messages on stdin and prints answers on stdout, one JSON object a line; what it says on stderr goes
through. Where the referee is stands in the environment: LAWSPEAKER_ADDRESS and LAWSPEAKER_TOKEN.

Exit codes: 0 the referee said goodbye, or the command ended with 0 between matches; 1 no referee, or the command ended
too early or printed what is no answer; 2 wrong usage; 130 interrupted.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    before, words = _at_dashes(sys.argv[1:] if arguments is None else arguments)
    parser = ArgumentParser(prog="lawspeaker-bot", description="Bots for the Lawspeaker referee.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    bridge = commands.add_parser(
        "stdio", help="let a program play that reads and prints lines of JSON", epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter, usage="lawspeaker-bot stdio [OPTIONS] -- COMMAND...")
    bridge.set_defaults(command=partial(_stdio, bridge), parser=bridge)
    bridge.add_argument("--name", default="", help="the bot's name; without it the first word of COMMAND")
    bridge.add_argument("--version", default="0", help="the bot's own version (default: 0)")
    bridge.add_argument("--games", nargs="+", default=[], metavar="GAME", help="the games it plays (default: any)")
    bridge.add_argument("--max-matches", type=int, default=1, metavar="N",
                        help="how many matches it plays at once (default: 1)")
    _add_challengers(bridge)
    bridge.add_argument("--text", action="store_true", help="have every decision in words too")
    bridge.add_argument("--positions", action="store_true",
                        help="have a position to look ahead from with every decision")
    _add_chat(commands)
    _add_mcp(commands)
    _add_uci(commands)
    found, unknown = parser.parse_known_args(before)
    options = vars(found)
    command, chosen = options.pop("command"), options.pop("parser")
    takes_words = chosen.prog.split()[-1] in TAKES_WORDS
    if unknown:
        chosen.error(_unknown(chosen, unknown, takes_words=takes_words))
    if words and not takes_words:
        chosen.error(f"it starts no command, so leave out what stands after --: {' '.join(words)}")
    if not 1 <= options.get("max_matches", 1) <= MOST_MATCHES:
        chosen.error(f"--max-matches is {options['max_matches']}; it must be 1 to {MOST_MATCHES}")
    command(options | {"words": words})


def _unknown(parser: ArgumentParser, unknown: Sequence[str], *, takes_words: bool) -> str:
    first = unknown[0]
    if first.startswith("-"):
        name = first.partition("=")[0]
        options = [option for action in parser._actions for option in action.option_strings]  # noqa: SLF001 - no other
        return f"there is no option {name}{did_you_mean(name, options, '--')}; see {parser.prog} --help"
    where = "write a command after --" if takes_words else f"see {parser.prog} --help"
    return f"unexpected words: {' '.join(unknown)}; {where}"


def _stdio(parser: ArgumentParser, options: dict[str, Any]) -> None:
    words = options["words"]
    if not words:
        parser.error("no command; write it after --, such as: lawspeaker-bot stdio -- python3 bot.py")
    options["name"] = options["name"] or Path(words[0]).name[:LONGEST_NAME]
    to_end(_until_sigterm(stdio.play(**options)))


def _add_challengers(parser: ArgumentParser) -> None:
    parser.add_argument("--challengers", nargs="+", default=[], metavar="NAME",
                        help="names of tokens whose challenges it takes on a ladder, '*' for everybody (default: "
                             "nobody's)")


def _add_chat(commands: Any) -> None:
    chat = commands.add_parser(
        "chat", help="let a language model play, by any endpoint of the common chat-completions form")
    chat.add_argument("--config", type=Path, metavar="FILE",
                      help="a TOML file of endpoints, budgets and memory, in place of --url and --model")
    chat.add_argument("--endpoint", default="", metavar="NAME", help="the endpoint of FILE, if it has several")
    chat.add_argument("--url", default="", help="the endpoint, up to /chat/completions: http://127.0.0.1:8000/v1")
    chat.add_argument("--model", default="", help="the model, by the endpoint's name for it")
    chat.add_argument("--key-variable", default="LAWSPEAKER_CHAT_KEY", metavar="NAME",
                      help="the variable of the environment that has the key of --url, if it asks for one "
                           "(default: %(default)s)")
    chat.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS",
                      help="for a response of --url, if the match's clock allows it (default: 120)")
    chat.add_argument("--schema", action="store_true", help="send the JSON schema of answers, if --url knows it")
    chat.add_argument("--without-options", action="store_true",
                      help="let the model of --url write its moves in words, without a list of its options")
    chat.add_argument("--names", type=Path, metavar="FILE",
                      help="call the things of games by other names, in all that the model of --url is told; "
                           "`lawspeaker games GAME --other-names` prints such a file")
    chat.add_argument("--patience", type=float, default=300.0, metavar="SECONDS",
                      help="for which a failing provider is asked again, if the match's clock allows it (default: 300)")
    chat.add_argument("--transcripts", type=Path, metavar="FOLDER",
                      help="keep every request and response, as a file of JSON lines a match")
    chat.add_argument("--name", default="", help="the bot's name (default: the model's)")
    chat.add_argument("--max-matches", type=int, default=1, metavar="N",
                      help="how many matches it plays at once (default: 1)")
    _add_challengers(chat)
    chat.set_defaults(command=partial(_chat, chat), parser=chat)


def _chat(parser: ArgumentParser, options: dict[str, Any]) -> None:
    from lawspeaker_bot.chat import ChatBot
    from lawspeaker_bot.chat_config import BadChatFile, ChatConfig, check_timeout, check_url, key_of, read_chat_file
    from lawspeaker_bot.chat_endpoint import Endpoint
    from lawspeaker_bot.renaming import BadNames, read_names

    if not options["patience"] >= 0:
        parser.error(f"--patience is {options['patience']:g}; it must be 0 or more seconds")
    if options["endpoint"] and options["config"] is None:
        parser.error("--endpoint is one of a file's; give the file as --config FILE")
    try:
        check_timeout("--timeout", options["timeout"])
        if options["config"] is not None:
            if options["url"] or options["model"]:
                parser.error("--config names url and model; leave --url and --model out")
            if given := [name for name in OF_URL if options[name]]:
                parser.error(f"--{given[0].replace('_', '-')} is said beside --url; write {given[0]} into the endpoint "
                             "of --config")
            config = read_chat_file(options["config"], options["endpoint"], os.environ)
        elif not options["url"] or not options["model"]:
            parser.error("say which model is asked: --url URL --model NAME, or --config FILE")
        else:
            check_url("--url", options["url"])
            key = key_of("--url", options["key_variable"], os.environ)
            config = ChatConfig(Endpoint(options["url"], options["model"], key=key, timeout=options["timeout"],
                                         schema=options["schema"]),
                                names=read_names(options["names"]) if options["names"] is not None else {},
                                without_options=options["without_options"])
        bot = ChatBot(config, options["name"], options["max_matches"], patience=options["patience"],
                      transcripts=options["transcripts"])
    except (BadChatFile, BadNames) as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error}; the budget's file, slots and --transcripts must be where the bot may write")
    bot.challengers = tuple(options["challengers"])
    run(bot)


def _add_mcp(commands: Any) -> None:
    mcp = commands.add_parser("mcp", help="let an agent play, by the tools of a Model Context Protocol server on stdin "
                                          "and stdout; needs lawspeaker-bot[mcp]")
    mcp.add_argument("--name", default="", help=f"the bot's name (default: {AGENT})")
    mcp.add_argument("--connect", default="", metavar="URL",
                     help="take the seat that `lawspeaker play --bot mcp` serves at this address, in place of one of a "
                          "referee")
    mcp.set_defaults(command=partial(_mcp, mcp), parser=mcp)


def _mcp(parser: ArgumentParser, options: dict[str, Any]) -> None:
    try:
        from lawspeaker_bot.mcp_endpoint import connect
        from lawspeaker_bot.mcp_server import serve
    except ImportError as error:
        parser.error(f"this needs the package mcp ({error}); in a checkout: pip install './clients/python[mcp]'")
    if options["connect"] and options["name"]:
        parser.error("--name is told to a referee; the match of --connect has named the seat, so leave it out")
    to_end(_until_sigterm(connect(options["connect"]) if options["connect"] else serve(options["name"] or AGENT)))


def _add_uci(commands: Any) -> None:
    uci = commands.add_parser("uci", help="let a chess engine play that speaks UCI; needs lawspeaker-bot[uci]",
                              usage="lawspeaker-bot uci --engine PATH [OPTIONS] [-- ARGUMENTS...]")
    uci.add_argument("--engine", required=True, metavar="PATH", help="the engine, a file or a program on PATH")
    uci.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                     help="an option of the engine, such as Hash=64; may be repeated")
    uci.add_argument("--name", default="", help="the bot's name (default: the engine's)")
    uci.add_argument("--move-time", type=float, metavar="SECONDS", help="for a move, if the match's clock allows it")
    uci.add_argument("--depth", type=int, metavar="N", help="the depth to which the engine looks ahead")
    uci.add_argument("--nodes", type=int, metavar="N", help="the positions that the engine looks at for a move")
    uci.add_argument("--margin", type=float, default=0.02, metavar="SECONDS",
                     help="of each decision's time that the engine does not get (default: 0.02)")
    _add_challengers(uci)
    uci.set_defaults(command=partial(_uci, uci), parser=uci)


def _uci(parser: ArgumentParser, options: dict[str, Any]) -> None:
    try:
        from lawspeaker_bot.uci import Thinking, play
    except ImportError as error:
        parser.error(f"this needs the package chess ({error}); in a checkout: pip install './clients/python[uci]'")
    pairs = [text.partition("=") for text in options["option"]]
    if wrong := [name for name, equals, _ in pairs if not equals]:
        parser.error(f"--option {wrong[0]} has no value; write it as Name=Value")
    for name in ("move_time", "depth", "nodes"):
        if options[name] is not None and not options[name] > 0:
            parser.error(f"--{name.replace('_', '-')} is {options[name]:g}; it must be more than 0")
    if not options["margin"] >= 0:
        parser.error(f"--margin is {options['margin']:g}; it must be 0 seconds or more")
    if not options["engine"]:
        parser.error("--engine is empty; it must name a program")
    words = [options["engine"], *options["words"]]
    thinking = Thinking(options["margin"], options["move_time"], options["depth"], options["nodes"])
    to_end(_until_sigterm(play(words, {name: value for name, _, value in pairs}, thinking, options["name"],
                             options["challengers"])))


async def _until_sigterm(playing: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine; SIGTERM cancels it as Ctrl-C does, so that the command ends too."""
    this = asyncio.current_task()
    assert this is not None
    with suppress(NotImplementedError):  # Windows has no SIGTERM
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    await playing


def _at_dashes(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Split the arguments at the first `--`."""
    at = list(arguments).index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1:]


if __name__ == "__main__":
    main()
