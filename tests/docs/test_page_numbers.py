"""Defaults, limits, counts and exit codes that a page names are those of the code.

Each row is a page and words of it, in which the numbers are put by the code. What is measured is no matter of this
file: `docs/performance.json` and the commands beside the figures are.
"""

from __future__ import annotations

import re

import click
import pytest
import yaml  # type: ignore[import-untyped]
from msgspec.structs import fields

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_bot import (
    aio,
    backoff,
    chat,
    chat_budget,
    chat_reply,
    command,
    hidden_key,
    mcp_server,
    session,
    stdio,
    stream,
    version,
)
from lawspeaker_bots.search import candidates, comparison, thinking_time
from lawspeaker_referee import hostile, logs, open_files
from lawspeaker_referee.cli import (
    analyse,
    certify,
    engine,
    errors,
    evaluate,
    human,
    match_list,
    referee_reload,
    standings,
    tournament_pages,
    tournament_run,
)
from lawspeaker_referee.cli import watch as watch_command
from lawspeaker_referee.competition import rating_values
from lawspeaker_referee.competition.evaluation import calls as evaluation_calls
from lawspeaker_referee.competition.evaluation import folder as evaluation_folder
from lawspeaker_referee.competition.evaluation import plan as evaluation_plan
from lawspeaker_referee.competition.evaluation import results as evaluation_results
from lawspeaker_referee.competition.formats import knockout
from lawspeaker_referee.competition.ladder import challenge_calls, challenges, probation, result_counter, results, rpc
from lawspeaker_referee.competition.ladder import standings as ladder
from lawspeaker_referee.competition.ledger import database, outages, sums
from lawspeaker_referee.competition.pages import history, view
from lawspeaker_referee.competition.pages import watch as event_watch
from lawspeaker_referee.competition.ratings import equilibrium, fit, rating
from lawspeaker_referee.competition.report import collection
from lawspeaker_referee.competition.tournament import blocks, concurrency, lease_worker, pool, state, status, troubles
from lawspeaker_referee.config import clocks, evaluation, limits, listen, referee, sandbox, server_keys, tournament
from lawspeaker_referee.config.clocks import DEFAULT_CLOCK
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, action_name, fault_name
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament_format import Format
from lawspeaker_referee.devtools.analysis import judgement
from lawspeaker_referee.devtools.certify.certificate import NAMES, TRIALS
from lawspeaker_referee.devtools.engine_service import looking_ahead
from lawspeaker_referee.devtools.skills import choosing, labels
from lawspeaker_referee.host import pooled_bot, queue, reruns
from lawspeaker_referee.host.process import bot as bot_process
from lawspeaker_referee.host.process import bot_root, environment, supervisor
from lawspeaker_referee.match import decisions
from lawspeaker_referee.record import bounds
from lawspeaker_referee.server import budgets, connection, metrics, service, tcp_connections, watch_service
from lawspeaker_referee.server import unix_connections as unix
from lawspeaker_referee.server.lateness import read_barrier, running_time
from lawspeaker_referee.viewer import followed_matches, live_matches
from lawspeaker_referee.web import connection as page_connection
from lawspeaker_referee.web import downloads, events, match_routes, matches, places, record_folder, server
from tests.docs.page import ROOT

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen"]
LIMITS, BOT, WATCH = limits.Limits(), Sandbox(), watch_service.WatchLimits()
CLOCK = clocks.Clock(None)
KIB, MIB = 1 << 10, 1 << 20


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def option(of: click.Command, name: str) -> object:
    """The default of an option."""
    return next(each.default for each in of.params if name in each.opts)


def seconds(of: click.Command, name: str) -> str:
    """The default of an option that is a time in seconds."""
    return str(option(of, name)).removesuffix("s") + " s"


REFEREE = {each.name: each.default for each in fields(referee.RefereeTable)}


def preset(name: str) -> str:
    """A clock in the words of clocks-and-faults.md."""
    clock = clocks.PRESETS[name]
    parts = [f"{time(clock.move_time)} a decision", f"bank {time(clock.bank)}", f"first {time(clock.first_move)}"]
    for word, value, usual in (("reactions", clock.reaction, CLOCK.reaction), ("connect", clock.connect, CLOCK.connect),
                               ("reconnect", clock.reconnect, CLOCK.reconnect)):
        if value != usual:
            parts.append(f"{word} {time(value)}")
    return f"| `{name}` | {', '.join(parts)} |"


def evaluation_default(key: str) -> object:
    """The default of a key of an evaluation's file."""
    return next(each.default for each in fields(evaluation.EvaluationTable) if each.name == key)


def of_example(file: str, name: str) -> float:
    """A constant of an example that imports what is not installed."""
    found = re.search(rf"(?m)^{name} = (.+)$", (ROOT / "docs/examples" / file).read_text(encoding="utf-8"))
    assert found
    return float(found[1])


def time(seconds: float | None) -> str:
    """A time as people write it."""
    assert seconds is not None
    if seconds < 1:
        return f"{seconds * 1000:g} ms"
    return f"{seconds:g} s" if seconds <= 60 else f"{seconds / 60:g} m"


TOLD = {
    "analysis.md": [
        f"{analyse.PLAYOUTS} by default, at least {comparison.FEWEST_PLAYOUTS}; the same record",
        f"lists the N largest mistakes of each record, {option(analyse.analyse, '--most')} by default",
        f"compares up to {candidates.MOST} answers beside",
        f"a loss of more than {WORDS[int(judgement.CLEAR)]} standard errors",
        f"in {labels.DEALS * labels.GAMES_A_DEAL} playouts: {labels.GAMES_A_DEAL} in each of {labels.DEALS} deals",
        f"and a standard deviation of at least {100 * labels.LEAST_SPREAD ** 0.5:.0f} %",
        f"must have at most {candidates.MOST} answers",
        f"a first look at {choosing.FIRST_LOOK} rounds of playouts, two searches of {choosing.ROUNDS} rounds each",
        f"ahead of each other one by {WORDS[int(choosing.CLEAR)]} standard errors",
        f"its lead over the second one must be at least {100 * choosing.LEAST_LEAD:.0f} %",
        f"no record more than {WORDS[choosing.OF_A_RECORD]}",
    ],
    "certify.md": [
        f"runs a bot through {WORDS[len(NAMES)]} trials",
        f"trials that are not about time (default {seconds(certify.certify, '--timeout')})",
        f"may take to start and join (default {seconds(certify.certify, '--join-timeout')})",
        f"of the trial `clock` (default `{option(certify.certify, '--clock')}`)",
        f"| {certify.FAILED} | a trial failed |", f"| {errors.WRONG_INPUT} | wrong input |",
    ],
    "gym.md": [
        f"for {100 * of_example('train_imitation.py', 'FROM_GREEDY'):.0f} % of the time",
        f"{100 * of_example('samples.py', 'AT_RANDOM'):.0f} % of the actions are drawn",
        f"each of up to {candidates.MOST} answers as `search` does",
        f"times *e* for each {of_example('samples.py', 'TEMPERATURE'):g} that it is worth more",
    ],
    "serving.md": [
        f"It may send {unix.BURST // KIB} KiB at once and {unix.RATE // KIB} KiB a second",
        f"and have {unix.MOST_CONNECTIONS} connections. A new connection counts as {unix.CONNECTION_BYTES // KIB} KiB",
        f"of which its Hello pays {unix.HELLO_BYTES // KIB}.",
        f'"{pooled_bot.FLOODED}"',
        f"They hold {bot_root.MOST_BYTES >> 20} MiB together",
        f"A message over {WORDS[limits.HARD_LIMIT]} times this size ends the stream",
        f"| `matches_a_stream` | {LIMITS.matches_a_stream}; {server_keys.FEW_MATCHES} on a [ladder]",
        f"at most one in {time(budgets.LOG_EVERY)} for each token",
        f"may grow by {referee_reload._SPARE} together",
        f"Each has {LIMITS.hello_within:g} seconds for its Hello. There may be {limits.SPARE_CONNECTIONS} more",
        (f"so a dead peer is found within {LIMITS.keepalive * 1.5:g} s. Bots may ping at most every "
        f"{limits.PING_ALLOWED_EVERY:g} s; the SDKs ping every {aio.KEEPALIVE:g} s"),
        (f"A connection has {limits.HANDSHAKE_WITHIN:g} s for its handshake and is closed after "
        f"{limits.IDLE_CONNECTION:g} s without a call. A stream has at most {limits.WINDOW // KIB} KiB of unread"),
        (f"Other commands raise theirs to {open_files._USUAL_LIMIT:,} if they need more than they have; a process with "
        f"gRPC needs {open_files.SERVER_FILES}, and {open_files.PROCESS_FILES} for each bot"),
        f"| memory | {BOT.memory >> 30} GiB |",
        f"| processes and threads | {BOT.processes} |",
        f"| open files | {BOT.open_files} a process |",
        f"| size of a file | {BOT.file_size >> 20} MiB |",
        f"| priority | nice {BOT.nice} |",
        f"measures all processes together {WORDS[round(1 / supervisor.WATCH_EVERY)]} times a second",
        f"`RECORD.seatN.stderr`: the first and last {BOT.output // 2 // KIB} KiB",
        f"After its goodbye a bot has {time(bot_process.LEAVE_WITHIN)} to end, then {time(BOT.grace)} after SIGTERM",
        f"| `--http` | address for browsers | `{option(watch_command.watch, '--http')}` |",
        f"| `--delay` | how far behind spectators are; `0` for not at all | `{live_matches.DELAY:g}s` |",
        f"| `--most-watchers` | streams of WatchService at once | {WATCH.watchers} |",
        f"| `--watchers-an-address` | such streams from one address | {WATCH.watchers_an_address} |",
        f"low priority (`nice` {watch_service.NICE})",
        f"for a minute more; {followed_matches.MOST_FOLLOWED} matches at once",
        f"leaves a response unread for {time(watch_service.UNREAD_FOR)} is cut off",
        f"{watch_service.RATE:g} calls a second are answered, {watch_service.BURST} at once",
    ],
    "clocks-and-faults.md": [
        *map(preset, ("blitz", "standard")), preset("llm").replace("60 s", "1 m"),
        f"all bots must join; default {time(CLOCK.connect)}",
        f"no limit on moves applies; default {time(CLOCK.reconnect)}",
        f"each counts as read after {time(read_barrier.LOST_AFTER)}",
        f"did not run** for {time(running_time.STILL)} or longer",
        f"the request is given up {time(decisions.UNWRITTEN)} after limit and bank",
        f"Bots of the SDKs give up a connection after {aio.KEEPALIVE + aio.KEEPALIVE_ANSWER:g} s of silence",
        f"| `most_refusals` | refused answers to one decision | {DEFAULT_POLICY.most_refusals} |",
        f"up to `most_refusals` refused answers ({DEFAULT_POLICY.most_refusals})",
        f"strikes with which a seat is out; 0 for never | {DEFAULT_POLICY.disqualify_after} |",
        f"0 for any share | {DEFAULT_POLICY.disqualify_permille / 1000:g} |",
        f"number of decisions before that share counts | {DEFAULT_POLICY.disqualify_minimum} |",
        f"After {WORDS[reruns.MOST_ATTEMPTS]} attempts the match is given up",
        f"Bots give up after `LAWSPEAKER_RECONNECT_WITHIN` seconds: {backoff.RECONNECT_WITHIN:g} by default",
        f"One attempt takes at most {time(session.TRY_WITHIN)}",
        f"sets the [clock](#set-the-clock); default `{format_duration(DEFAULT_CLOCK.move_time)}`",
    ],
    "monitoring.md": [
        f"running matches have `grace` ({REFEREE['grace'].removesuffix('s')} s) to end",
        f"No match begins for {time(queue.PAUSE)}; running ones continue",
        f"at most {logs.MOST_A_SECOND} lines a second are logged",
        f"the token's name for the first {metrics.MOST_BOTS} bots",
    ],
    "protocol.md": [
        f"| `protocol` | {version.PROTOCOL} |",
        f"up to {service.MOST_GAMES} names of up to {service.MOST_NAME} characters; empty for all",
        f"The referee waits {time(LIMITS.hello_within)} for it",
        f"up to {stream.MOST_BATCH} answers and {stream.BATCH_BYTES // KIB} KiB",
        f"up to {limits.MOST_MATCHES}; the operator may allow fewer",
        (f"| size of a message to the referee | {LIMITS.message_bytes // KIB} KiB | `Goodbye` with `PROTOCOL`; above "
        f"{LIMITS.message_bytes * limits.HARD_LIMIT // KIB} KiB the status"),
        f"| `Answer.annotation` | {decisions.ANNOTATION_BYTES} bytes,",
        f"to {decisions.SHORT_ANNOTATION_BYTES} bytes",
        f"| `Answer.input_tokens`, `output_tokens` | {decisions.MOST_TOKENS:,} each |",
        (f"| {LIMITS.message_rate:g} a second, {LIMITS.message_burst} at once | the referee reads slower; after "
        f"{time(LIMITS.flood_patience)} `Goodbye`"),
        f"| messages that wait because the bot does not read | {LIMITS.queued} |",
        f"| streams of one token | {LIMITS.streams_a_token} |",
        f"| HTTP/2 keepalive pings | one in {time(limits.PING_ALLOWED_EVERY)} |",
        f"| answer to the referee's ping (after {time(LIMITS.keepalive)} of silence) | {time(LIMITS.keepalive / 2)} |",
        f"messages of up to {aio.MOST_RECEIVED // MIB} MiB",
        f"Ping every {time(aio.KEEPALIVE)}",
        f"wait {time(0.1).replace('100 ms', '0.1 s')} first, double the pause up to {time(backoff.Backoff().longest)}",
        f"give up after {backoff.RECONNECT_WITHIN:g} s (`LAWSPEAKER_RECONNECT_WITHIN`)",
        f"The stream ends within {time(connection.CLOSE_WITHIN)} of `Goodbye`",
        f"After {WORDS[DEFAULT_POLICY.most_refusals]} rejected answers to one decision",
    ],
    "stdio.md": [
        f"must end within {time(stdio.LEAVE_WITHIN)}, or the bridge kills it",
        f"no answer in time, or for {time(stdio.UNLIMITED)} without a limit",
        f"after {stdio.MOST_DROPPED} of them exit code 1",
        f"a line longer than {command.MOST_LINE // KIB} KiB",
        f"and its process group are killed; exit code {errors.INTERRUPTED}",
    ],
    "text.md": [
        f"up to {decisions.ANNOTATION_BYTES} bytes are kept in the record",
        f"waits ({time(mcp_server.USUAL_WAIT)} unless it is told otherwise)",
        f"are told to the model {'once' if chat.MOST_ANSWERS == 2 else 'often'}, and no more often",
        f"gives up {chat.SPARE:g} s before the decision's time is up, or after `--patience` ({chat.PATIENCE:g} s)",
        f"{('one', 'two', 'three', 'four')[chat_budget.UNKNOWN - 1]} characters are taken for one",
        f"A key of fewer than {hidden_key.SHORT} characters",
        f"({', '.join(map(str, sorted(chat_reply.KEY_REFUSED)))})",
    ],
    "evaluate.md": [
        f"| `rounds` | seed blocks of a table in each setup; default {evaluation_default('rounds')} |",
        f"| `limit` | requests at once to an endpoint; default {evaluation_default('limit')} |",
        f"`output_tokens` of an answer ({evaluation.PlanTable().output_tokens})",
        f"`seconds` of a request ({evaluation.PlanTable().seconds:g})",
        f"A {('half', 'quarter')[evaluation_folder.MORE_MATCHES == 1.25]} more matches than requests",
        f"Otherwise {evaluation_plan.SAMPLE} matches of random bots are played",
        f"{('one', 'two', 'three', 'four')[chat_budget.UNKNOWN - 1]} characters of their texts are taken for a token",
        f"refuses {evaluation_calls.MOST_REFUSED} requests of a model in a row (401, ",
        (
            f"all requests of a model fail for {evaluation_calls.OUTAGE / 60:g} minutes, "
            f"{evaluation_calls.MOST_REFUSED} at least"
        ),
        f"A model asks {session.MOST_THREADS} at once in each setup at most.",
        f"the first yardstick is fixed at {evaluation_results.ANCHOR:g}",
        f"| {evaluate.INCOMPLETE} | matches are missing",
        f"| {errors.WRONG_INPUT} | wrong input or an error, explained in one line |\n| {errors.INTERRUPTED} |",
    ],
    "playing.md": [
        f"| `m` | lists the next {human.PAGE} options |",
        f"and the exit code is {errors.INTERRUPTED}",
        f"`--clock llm` gives {WORDS[round(clocks.PRESETS['llm'].move_time / 60)]} minutes for a decision",
    ],
    "reference-bots.md": [
        f"{thinking_time.SHARE:.0%}".replace("%", " %") + f" of the free time and an eightieth of the bank, at most "
        f"{time(thinking_time.MOST)}; {time(thinking_time.WITHOUT_LIMIT)} without a limit",
        f"It collects up to {candidates.MOST} answers",
    ],
    "forward-model.md": [
        f"or {engine.ADDRESS};",
        f"at most {looking_ahead.PLAYOUTS_A_REQUEST:,} playouts and at most {looking_ahead.SECONDS_A_REQUEST} seconds",
        f"# up to {candidates.MOST}, first the one of greedy",
    ],
    "tournaments.md": [
        f"lists the last {match_list.LAST} counted matches",
        f"| {tournament_run.INCOMPLETE} | matches are missing",
        f"| {errors.WRONG_INPUT} | wrong input or an error",
        f"| {errors.INTERRUPTED} | interrupted |",
        f"ratings of all matches up to {status.RATED_AT_ONCE:,}",
        f"| `clock` | [time limits](clocks-and-faults.md#set-the-clock); default `{tournament.DEFAULT_CLOCK}` |",
        f"of more than {blocks.MOST_IN_A_FOLDER:,} matches the records are in folders",
        f"its matches are free after {'a minute' if lease_worker.LEASE == 60 else lease_worker.LEASE}",
        f"does not join within `connect`, {WORDS[troubles.MOST_STARTS]} times in a row",
        f"crashes in {WORDS[troubles.MOST_CRASHES]} matches in a row",
        f"up to {bot_root.MOST_BYTES >> 20} MiB and {bot_root.MOST_FILES:,} files, in `{pool.SCRATCH}/NAME`",
        f"is disqualified in {WORDS[troubles.MOST_SILENCES]} of {WORDS[troubles.SILENT_AMONG]} of its matches",
        f"after {WORDS[state.MOST_VOIDS]} voids it is given up",
        f"Its rating is fixed at {rating.MEAN:g}",
        f'once nothing else is left to play; default `"{listen.DEFAULT_WAIT}"`',
        f"of one stream at most {server_keys.FEW_MATCHES} matches at once",
        f"up to {concurrency.MOST_AT_ONCE} blocks at once",
        f"The final plays up to {WORDS[knockout.FINAL_TIEBREAKS]} times as many",
        f"default {Format('knockout').tiebreaks}, {WORDS[knockout.FINAL_TIEBREAKS]} times as many in the final",
    ],
    "event.md": [
        f"gives up after {aio.CONNECT_WITHIN:g} seconds",
        f"The page is at http://{option(tournament_pages.pages, '--listen')}/",
    ],
    "ladder.md": [
        f"at most `limits.matches_a_stream`, {server_keys.FEW_MATCHES} by default",
        f"`challenges` | `{referee.CHALLENGES:g}` | the share of matches",
        f"up to `{referee.MOST_CHALLENGES:g}`; `0` for none",
        f"`--matches` goes up to {challenges.MOST_MATCHES};",
        f"with `challenges = {referee.CHALLENGES:g}` after every {WORDS[round(1 / referee.CHALLENGES) - 1]}",
        f"has been gone for {challenge_calls.GONE_FOR:g} s while",
        f"{challenges.MOST_OF_A_BOT} challenges of this bot are open, {challenges.MOST_AT_A_BOT} name the opponent",
        f"or {challenges.MOST_OPEN} are open in all; or a token asked",
        f"more often than every {1 / challenge_calls.TOKEN_RATE:g} s ({challenge_calls.TOKEN_BURST} times at once)",
        f"| quarantine | {WORDS[probation.MOST_BROKEN]} broken matches in a row |",
        f"| cleared | {WORDS[probation.ENOUGH_SOUND]} sound matches in a row on probation |",
        f"not seated, for {'a minute' if probation.FIRST == 60 else probation.FIRST} at first",
        f"twice as long, up to {'an hour' if probation.LONGEST == 3600 else probation.LONGEST}",
        f"bots with fewer than {ladder.FEWEST_MATCHES} counted matches",
        f"default `{REFEREE['listen']}`. `--watch` repeats every {standings.EVERY:g} seconds",
        f"the rpc answers {rpc.RATE:g} calls a second in all ({rpc.BURST} at once)",
        f"the page {server.RATE:g} connections a second and {places.MOST_OPEN} at once",
        f"use at most {'a fifth' if result_counter.SHARE == 0.2 else result_counter.SHARE} of a core for rating",
        f"within {WORDS[round(result_counter.FOLLOW_EVERY)]} seconds what the others have counted",
        f"the {WORDS[results.LATEST]} that were counted last",
        f"Its rating is fixed at {rating.MEAN:g}",
    ],
    "ledger.md": [
        f"up to {database.PATIENCE:g} s, and with `run`",
        f"locked for more than {database.SHORT_PATIENCE:g} s",
        f"after {outages.FIRST_PAUSE:g} s at first and {outages.LONGEST_PAUSE:g} s in the end",
        f"({outages.DEFAULT_PATIENCE / 60:g} minutes by default, 0 to end at once)",
    ],
    "reports.md": [
        f"more than {rating_values.FAR:g} points from the rating",
        f"default 5, at most {sums.MOST_FAULTY} |",
        f"rates up to {collection.MOST_RATED:,} matches, or {collection.MOST_RATED_OF_MANY:,} of more",
        f"of more than {collection.MANY_BOTS} bots",
    ],
    "ratings.md": [
        f"all but the {fit.MOST_PAIRS:,} pairs that met most often",
        f"expected to win less than {WORDS[round(fit.LEAST_EXPECTED)]} match",
        f"Only the first {equilibrium.MOST_RANKED} bots by rating are ranked",
    ],
    "record.md": [
        f"| uncompressed size | {bounds.MOST_BYTES // MIB} MiB |",
        f"| size of all steps, written as messages | {bounds.MOST_BYTES // MIB} MiB |",
        f"| steps | {bounds.MOST_STEPS:,} |",
        f"| one entry | {bounds.MOST_ENTRY_BYTES // KIB} KiB |",
        f"| questions; prompts | {bounds.MOST_QUESTIONS:,} |",
        f"| values of one list | {bounds.MOST_VALUES:,} |",
        f"| seats | {bounds.MOST_SEATS} |",
        f"the last line says so; exit code {errors.INTERRUPTED}",
    ],
    "proxy.md": [
        f"without a bot: {tcp_connections.STRANGER_BURST // KIB} KiB, and {tcp_connections.STRANGER_RATE // KIB} KiB a",
        f"with a bot: {tcp_connections.BOT_BURST // MIB} MiB, and {tcp_connections.BOT_RATE // KIB} KiB a second",
        (f"{WORDS[tcp_connections.PATIENCE]} connections of an address cut off, each within "
        f"{time(tcp_connections.FLOOD_LASTS)} of the one before"),
        f"until {WORDS[round(tcp_connections.BARRED)]} seconds after the last cut",
        f"| {limits.Limits().strangers_an_address} connections without a bot and",
        f"less often if checks would take over {tcp_connections.MOST_SHARE:.0%}".replace("%", " %"),
        f"without a bot {WORDS[round(1 / tcp_connections.LOOK_EVERY)]} times a second",
    ],
    "watching.md": [
        f"by default http://{option(watch_command.watch, '--http')}/",
        (f"At most {followed_matches.MOST_FOLLOWED} matches are watched at once, and "
        f"{followed_matches.MOST_AN_ADDRESS} by one address"),
        f"so much later; {live_matches.DELAY:g} s by default",
        f"in memory afterwards, up to {matches.MOST_HELD // MIB} MiB",
        f"{server.RATE:g} connections a second are accepted and {places.MOST_OPEN} are open at once.",
        (f"in full within {page_connection.HEAD_WITHIN:g} seconds, and its answer is sent within "
        f"{page_connection.WITHIN:g}."),
        f"at most {places.MOST_AN_ADDRESS} connections and {places.ADDRESS_RATE:g} a second",
        f"{match_routes.MOST_WAITING} requests wait for theirs at most",
        f"in pages of {matches.MATCHES_A_PAGE} with",
        f"for half a second and {record_folder.MOST_READ} records at most",
        f"{events.MOST_LISTENING} may listen at once, and {events.LISTENING_AN_ADDRESS} of one address",
        (f"{downloads.MOST_DOWNLOADS} downloads run at once, {downloads.DOWNLOADS_AN_ADDRESS} of one address"),
        (f"the last {view.MOST_FINISHED} finished ones, the time left by the speed of the last "
        f"{event_watch.LOOK_BACK / 60:g} minutes"),
        f"`--listen HOST:PORT` | sets the address; {option(tournament_pages.pages, '--listen')} by default",
        f"of more than {status.RATED_AT_ONCE:,} matches it shows those",
        (f"a moment for every {history.FIRST_STEP}, {2 * history.FIRST_STEP}, {4 * history.FIRST_STEP}, ... matches, "
        f"up to {status.RATED_AT_ONCE:,}"),
    ],
}


@pytest.mark.parametrize(("name", "words"), [(name, words) for name, rows in TOLD.items() for words in rows])
def test_a_number_that_a_page_names_is_the_one_of_the_code(name, words):
    assert words in page(name)


def names(text: str) -> set[str]:
    """The names in the first column of a table."""
    return {name for cell in re.findall(r"(?m)^\| (`.*?) \|", text) for name in re.findall(r"`([^`]+)`", cell)}


def section(name: str, heading: str) -> str:
    """A section of a page, without the sections in it."""
    return re.split(r"(?m)^#+ ", page(name).partition(f"# {heading}\n")[2])[0]


def test_serving_md_lists_the_variables_that_bots_inherit():
    told = set(re.findall(r"`([A-Z_]+)`", section("serving.md", "Environment variables").partition("- what you")[0]))
    ours = {"LAWSPEAKER_ADDRESS", "LAWSPEAKER_TOKEN", "LAWSPEAKER_SOURCE_VERSION"}
    assert told - ours == environment.VARIABLES | set(environment.PATHS)
    assert {f"`{prefix}...`" for prefix in environment._PREFIXES} <= set(
        re.findall(r"`[A-Z_]+\.\.\.`", section("serving.md", "Environment variables")))


def test_clocks_and_faults_md_lists_all_hostile_bots_faults_and_presets():
    assert names(section("clocks-and-faults.md", "Test with hostile bots")) - {"hostile:"} == set(hostile.CAST)
    policy = section("clocks-and-faults.md", "Set the fault policy")
    faults = re.findall(r"(?m)^\| `(\w+)` \| .* \| `(\w+)` \|$", policy)
    told = {name: action for name, action in faults if name in {fault_name(each) for each in Fault.values()}}
    assert told == {fault_name(fault): action_name(action) for fault, action in DEFAULT_POLICY.actions.items()}
    assert set(clocks.PRESETS) <= names(section("clocks-and-faults.md", "Set the clock"))


def test_reference_bots_md_lists_the_networks_and_certify_md_its_trials():
    assert names(section("serving.md", "Network and processes")) - {"--bot-network"} == set(sandbox.NETWORKS)
    assert re.findall(r"(?m)^\*\*`(\w+)`\*\*", page("certify.md")) == [trial.name for trial in TRIALS]


def test_every_page_that_counts_the_trials_counts_all_of_them():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "clients").glob("*/README.md")]
    told = {path: re.findall(r"(\w+) trials\]\([\w./]*certify\.md\)", path.read_text(encoding="utf-8"))
            for path in pages}
    assert {count for counts in told.values() for count in counts} == {WORDS[len(NAMES)]}, told


def test_proxy_md_names_the_limits_of_nginx_and_haproxy():
    told = dict(re.findall(r"(?m)^\| (`.*?) \| (.*?) \|", section("proxy.md", "Put nginx in front of a referee")))
    files = {path.name: path.read_text() for path in (ROOT / "deploy/nginx").glob("*.conf")}
    pages = files.pop("pages.conf")
    nginx = "".join(files.values())
    for cell, value in re.findall(r"(?m)^\| (`.*?) \| (.*?) \|", section("proxy.md", "Put nginx in front of pages")):
        for setting in re.findall(r"`(\w+)`", cell):
            assert all(number in "".join(re.findall(rf"{setting}\w*[ =]([^;\n]*)", pages))
                       for number in re.findall(r"\d+\w*", value)), setting
    for cell, value in told.items():
        for setting in re.findall(r"`(\w+)`", cell):
            written = re.search(rf"{setting}[ =]([^;\n]*)", nginx)
            assert written, setting
            for number in re.findall(r"\d+\w*", value):
                assert number in written[1] or f"rate={number}r/s" in nginx, (setting, written[1])
    haproxy = (ROOT / "deploy/haproxy/haproxy.cfg").read_text()
    connections, new, calls = re.findall(r"sc0_\w+ gt (\d+)", haproxy)
    assert (f"{connections} connections at once, {new} new connections and {calls} calls in ten seconds"
            in page("proxy.md"))


def test_serving_md_names_the_limits_and_ports_of_compose_yaml():
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    stranger = services["stranger"]
    assert "size=128m" in stranger["tmpfs"][0] and stranger["cpus"] == 1.0 and stranger["mem_limit"] == "512m"
    logs_kept = stranger["logging"]["options"]
    assert (logs_kept["max-size"], logs_kept["max-file"]) == ("1m", "2")
    assert (f"cannot write but for 128 MB of `/tmp`, and has one core, 512 MB of memory, {stranger['pids_limit']} "
            "processes and 2 MB of log") in page("serving.md")
    cells = re.findall(r"(?m)^\| ([\d, ]+) \|", section("serving.md", "Run in containers"))
    told = {port for cell in cells for port in cell.split(", ")}
    published = {re.split(":", str(port))[-2] for each in services.values() for port in each.get("ports", ())}
    assert told == published


def test_forward_model_and_watching_use_the_ports_that_protocol_md_names():
    """One address for a thing on all pages: bots, standings, people, spectators, WatchService, positions, metrics."""
    known = {"50051", "50050", "50061", "50062", "50052", "50053", "8080", "8085", "8090", "8484", "9090", "3000",
             "8000"}
    for path in (ROOT / "docs").glob("*.md"):
        found = set(re.findall(r"(?:127\.0\.0\.1|0\.0\.0\.0|localhost):(\d+)", path.read_text(encoding="utf-8")))
        assert found <= known, path.name
