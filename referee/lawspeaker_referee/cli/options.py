"""Options of the command line: types of their values, and groups of options that several commands share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from lawspeaker.v1.match_pb2 import LimitResult
from lawspeaker_engine.dice import SECRET_BITS
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.config.addresses import BadAddress, parse_address, parse_host, parse_network
from lawspeaker_referee.config.clocks import DEFAULT_CLOCK, PRESETS, BadClock, Clock, parse_clock
from lawspeaker_referee.config.durations import BadDuration, parse_duration
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, MOST_DECISIONS, BadPolicy, Policy, parse_policy
from lawspeaker_referee.config.sandbox import NETWORKS, Sandbox, parse_size
from lawspeaker_referee.config.user_files import read_toml
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.record.signing import BadKey, PublicKey, SigningKey, mode_if_exposed, read_key

JOBS: Final = click.IntRange(1, 1024)
"""How many processes work at once."""


class RealRange(click.FloatRange):
    """A number within bounds; `nan`, which is within all of them, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is no number", param, ctx)
        return number


class Duration(click.ParamType[float]):
    """A duration such as 500ms, 2s or 1m, in seconds; errors explain 0 by `zero`, and with None 0 is one."""

    name = "time"

    def __init__(self, zero: str | None = "no limit") -> None:
        self.zero = zero

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return seconds."""
        if isinstance(value, float):
            return value
        if value == "0":
            if self.zero is not None:
                return 0.0
            value = "0ms"
        try:
            return parse_duration(value, 0.001, 86_400.0)
        except BadDuration as error:
            self.fail(f"{error}, or 0 for {self.zero}" if self.zero is not None else str(error), param, ctx)


class ClockSpec(click.ParamType[Clock]):
    """A clock as one line; `config/clocks.py` describes it."""

    name = "CLOCK"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Clock:
        """Return the clock."""
        if isinstance(value, Clock):
            return value
        try:
            return parse_clock(value)
        except BadClock as error:
            self.fail(str(error), param, ctx)


class PolicyFile(click.ParamType[Policy]):
    """A TOML file with a table [faults]; `config/fault_policies.py` describes it."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Policy:
        """Return the policy. Raises OSError if the file cannot be read."""
        if isinstance(value, Policy):
            return value
        try:
            tables = read_toml(Path(value))
        except BadConfig as error:
            self.fail(str(error), param, ctx)
        for name in tables:
            if name != "faults":
                self.fail(f"{value}: there is no {name!r}{did_you_mean(name, ['faults'])}; the file has one table, "
                          "[faults]", param, ctx)
        table = tables.get("faults")
        if not isinstance(table, dict):
            self.fail(f"{value} has no table [faults]", param, ctx)
        try:
            return parse_policy(table)
        except BadPolicy as error:
            self.fail(f"{value}: {error}", param, ctx)


class Size(click.ParamType[int]):
    """A number of bytes such as 512M or 2G; 0 for no limit."""

    name = "SIZE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return bytes; 0 for no limit."""
        if isinstance(value, int):
            return value
        try:
            return parse_size(value) or 0
        except BadSetup as error:
            self.fail(str(error), param, ctx)


class SigningKeyFile(click.ParamType[SigningKey]):
    """A file with a private key."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> SigningKey:
        """Return the key."""
        if isinstance(value, SigningKey):
            return value
        try:
            return signing_key(Path(value))
        except WrongInput as error:
            self.fail(error.message, param, ctx)


class PublicKeyFile(click.ParamType[PublicKey]):
    """A file with a public key, or with a private one, whose public half is meant."""

    name = "FILE"

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> PublicKey:
        """Return the key."""
        return value if isinstance(value, PublicKey) else public_key(Path(value))


def signing_key(file: Path) -> SigningKey:
    """Return the private key in a file. Raises WrongInput, and OSError if it cannot be read."""
    key = _read_key(file)
    if isinstance(key, PublicKey):
        raise WrongInput(f"{file} is a public key, which cannot sign; give the private one it belongs to")
    return key


def public_key(file: Path) -> PublicKey:
    """Return the public half of the key in a file. Raises WrongInput, and OSError if it cannot be read."""
    key = _read_key(file)
    return key.public if isinstance(key, SigningKey) else key


def _read_key(file: Path) -> SigningKey | PublicKey:
    """Return the key in a file; warn if it is a private key that others may read."""
    try:
        key = read_key(file)
    except BadKey as error:
        raise WrongInput(str(error)) from None
    if isinstance(key, SigningKey) and (mode := mode_if_exposed(file)) is not None:
        click.echo(f"lawspeaker: warning: {file} is a private key that others may use too (mode {mode:04o}); "
                   f"chmod 600 {file}", err=True)
    return key


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A referee's private key, and the path of its file."""

    path: Path
    key: SigningKey


class KeyFileParameter(click.ParamType[KeyFile]):
    """A file with a private key."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> KeyFile:
        """Return the key. Raises WrongInput, and OSError if the file cannot be read."""
        if isinstance(value, KeyFile):
            return value
        return KeyFile(Path(value), SigningKeyFile().convert(value, param, ctx))


class Seed(click.ParamType[int]):
    """A number of up to 32 bytes."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        if not re.fullmatch(r"[0-9]{1,78}", value) or int(value).bit_length() > SECRET_BITS:
            self.fail(f"{value!r} is not a seed; write a whole number from 0 to 2^{SECRET_BITS} - 1", param, ctx)
        return int(value)


class KeyValue(click.ParamType[tuple[str, str]]):
    """KEY=VALUE."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Return (key, value)."""
        if isinstance(value, tuple):
            return value
        key, equals, text = value.partition("=")
        if not (key and equals and text):
            self.fail(f"{value!r} is not KEY=VALUE, such as years=10", param, ctx)
        return key.strip(), text.strip()


class HostName(click.ParamType[str]):
    """A name or an address of a host, without a port."""

    name = "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return it without brackets."""
        try:
            return parse_host(value)
        except BadAddress as error:
            self.fail(str(error), param, ctx)


class TrustedProxy(click.ParamType[str]):
    """An address or a network of proxies."""

    name = "ADDRESS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return it as it was given."""
        try:
            parse_network(value)
        except BadAddress as error:
            self.fail(str(error), param, ctx)
        return str(value)


class Listen(click.ParamType[str]):
    """HOST:PORT."""

    name = "HOST:PORT"

    def __init__(self, port: int = 50051) -> None:
        """Take the port that errors show as an example."""
        self.port = port

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text, checked."""
        try:
            parse_address(value, self.port)
        except BadAddress as error:
            self.fail(str(error), param, ctx)
        return str(value)


_Command = TypeVar("_Command", bound=Callable[..., Any])


ACCESS: Final = {
    "bot_network": "network", "bot_env": "variables", "bot_read": "readable", "bot_write": "writable",
}
"""Option of `bot_access_options` -> field of a sandbox that it sets."""


def access_of(given: Mapping[str, Any]) -> Sandbox:
    """Return a sandbox with these values of the options of ACCESS; an empty value leaves the default."""
    return Sandbox(**{ACCESS[name]: value for name, value in given.items() if value})


def bot_access_options(command: _Command) -> _Command:
    """Add the options of what started bots may reach, those of ACCESS."""
    for option in reversed((
        click.option("--bot-network", type=click.Choice(NETWORKS),
                     help="none cuts bots off from every network or does not start them, auto does so where the system "
                          f"allows it, host leaves them the machine's.  [default: {Sandbox().network}]"),
        click.option("--bot-env", multiple=True, metavar="NAME",
                     help="A variable of this environment that bots inherit, such as OPENAI_API_KEY; may be repeated. "
                          "Without it they inherit PATH, HOME and what languages need."),
        click.option("--bot-read", multiple=True, metavar="PATH",
                     help="A file or folder that bots may read; may be repeated. Without it they see the system, the "
                          "files that SPEC names with their folders (if it names none, the folder in which this runs), "
                          "and programs."),
        click.option("--bot-write", multiple=True, metavar="PATH",
                     help="A file or folder in which bots may also write; may be repeated. Without it what they write "
                          "in their home and temporary folder ends with them."),
    )):
        command = option(command)
    return command


def refuse_given(why: str, *names: str) -> None:
    """Raise WrongInput if one of these options of the command was given; `why` says why it has no effect."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name in names and context.get_parameter_source(each.name) is not ParameterSource.DEFAULT:
            raise WrongInput(f"{max(each.opts, key=len)} {why}")


def distinct_pairs(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return pairs as a mapping. Raises BadParameter for a key that comes twice."""
    found: dict[str, str] = {}
    for key, value in pairs:
        if key in found:
            raise click.BadParameter(f"option {key} is given twice: {found[key]!r} and {value!r}; give it once")
        found[key] = value
    return found


_OPTIONS: Final = (
    click.option("--clock", type=ClockSpec(),
                  help="Time limits: blitz, standard, llm or none; MOVE[+BANK][/INCREMENT] such as 2s+30s/1s; or "
                       "settings such as move=2s,bank=30s. After a comma settings change it: standard,first=1m.  "
                       "[default: 2s]"),
    click.option("--move-time", type=Duration(),
                  help="A clock with nothing but this limit for each decision, such as 500ms, 2s or 1m; 0 for none."),
    click.option("--faults", "policy", type=PolicyFile(), default=DEFAULT_POLICY, show_default=False,
                  help="TOML file whose table [faults] says what follows from faults."),
    click.option("--limit-decisions", type=click.IntRange(1, MOST_DECISIONS), metavar="N",
                 help="Ends the match before the next decision once so many were asked of all seats."),
    click.option("--limit-time", type=Duration(),
                 help="Likewise once seats were charged so much thinking time, such as 10m."),
    click.option("--limit-result", type=click.Choice(["scores", "shared", "void"]),
                 help="What counts then: scores as they stand, the first place for all, or nothing.  [default: "
                      "scores]"),
)


def limited(policy: Policy, decisions: int | None, time: float | None, result: str | None) -> Policy:
    """Return a policy with the limits of a match that options name. Raises WrongInput for a result without a limit."""
    changes: dict[str, Any] = {
        "limit_decisions": decisions, "limit_time_ms": None if time is None else round(time * 1000),
        "limit_result": None if result is None else LimitResult.Value(f"LIMIT_RESULT_{result.upper()}")}
    found = replace(policy, **{key: value for key, value in changes.items() if value is not None})
    if result is not None and not found.has_limit:
        raise WrongInput("--limit-result says what counts at a limit, and there is none; add --limit-decisions N")
    return found


def clock_and_fault_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --clock and --move-time, which `clock_from_options` combines, --faults (`policy`), and --limit-decisions,
    --limit-time and --limit-result, by which `limited` changes the policy.
    """
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def clock_from_options(
    clock: Clock | None, move_time: float | None, *, in_process: bool, people: bool = False, agents: bool = False,
) -> Clock:
    """Return the clock of both options; without both there are no limits if people play, and `llm` if agents do.

    Raises WrongInput if both are given, or for a clock with --in-process.
    """
    if clock is not None and move_time is not None:
        raise WrongInput("--clock and --move-time both say the time limits; give one of them")
    if clock is None and move_time is not None:
        clock = Clock(move_time or None)
    if clock is None:
        return Clock(None) if in_process or people else PRESETS["llm"] if agents else DEFAULT_CLOCK
    if in_process and clock != Clock(None):
        raise WrongInput(f"the clock {clock.text} cannot be kept with --in-process, where nothing ends a bot that is "
                         "late; leave one of them out")
    return clock


def access_options(address: str) -> Callable[[_Command], _Command]:
    """Return the options that say who may ask for pages, for a command whose option `address` says where they are."""
    def with_access(command: _Command) -> _Command:
        hosts = click.option("--allow-host", "hosts", type=HostName(), multiple=True,
                             help="A host by which browsers may call the pages, besides localhost and the host of "
                                  f"{address}; may be given several times.")
        proxies = click.option("--trust-proxy", "proxies", type=TrustedProxy(), multiple=True,
                               help="Address or network of a proxy whose X-Forwarded-For is believed; may be given "
                                    "several times.")
        return hosts(proxies(command))

    return with_access
