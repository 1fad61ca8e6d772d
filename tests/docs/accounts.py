"""A table of the fenced blocks of docs/*.md: each is run, compared or parsed, and the table says by which test.

A page has its blocks in their order, each with the words that it begins with and what becomes of it:

- `name`: run, or compared, by the test of that name in `test_page_commands.py`;
- `path::name`: run, compared or parsed by that test, whose file names the page;
- `parsed: why`: it cannot run here. `test_pages.py` reads it as far as it can: the shell must parse it, and all
  commands, options, scripts and targets of the Makefile that are named must be there;
- `drawing: why`: nothing can be run.
"""

from __future__ import annotations

from typing import Final

FORWARD = "tests/referee/devtools/test_forward_model_docs.py"
GYM = "tests/referee/devtools/test_gym_docs.py::test_the_programs_run"
EVENT = "tests/docs/test_event.py::test_an_event_goes_from_the_first_letter_to_the_archive"
ANALYSIS = "tests/referee/devtools/analysis/test_analysis_docs.py::test_the_commands_and_the_program_run"
EXPORT = "tests/referee/devtools/test_export_docs.py::test_the_commands_and_programs_run"
INSPECT = "tests/referee/devtools/evaluators/test_inspect_docs.py"
TEXTARENA = "tests/referee/devtools/evaluators/test_textarena_docs.py"
LINES = "tests/clients/test_stdio.py::test_every_line_of_the_documentation_is_one_that_a_match_brings"
SMALL_BOTS = "tests/clients/test_stdio.py::test_the_documentation_shows_the_small_bots_as_they_are"
WORDS = "tests/golden/test_words.py::test_the_examples_in_the_docs_are_what_a_bot_gets"
PAGES = "tests/referee/cli/test_tournament_pages.py::test_a_run_shows_its_pages_as_long_as_it_plays"
REPORTED = "test_a_tournament_is_reported_watched_and_its_faults_listed"
REFEREE_FILE = "tests/referee/config/test_referee.py::test_the_files_in_the_documentation_are_read"
RELEASE = "tests/ci/test_release.py::test_one_command_sets_the_address"

ACCOUNTS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "adding-a-game.md": (
        ("cp -r docs/examples/tinygame", "test_a_copied_game_is_installed_tested_and_played"),
        ("pip install grpcio-tools", "test_a_copied_game_is_installed_tested_and_played"),
        ("python -m pytest", "test_a_copied_game_is_installed_tested_and_played"),
        ("lawspeaker play mygame", "test_a_copied_game_is_installed_tested_and_played"),
    ),
    "analysis.md": (
        ("lawspeaker play pax_viking", ANALYSIS), ("from pathlib", ANALYSIS),
        ("lawspeaker ask --positions", "tests/referee/devtools/analysis/test_analysis_docs.py::test_skills_are_asked"),
        ("lawspeaker play pax_viking", ("parsed: choosing positions takes minutes; tests/referee/cli/test_positions.py "
                                       "chooses two")),
    ),
    "certify.md": (
        ("lawspeaker certify --bot", "test_certify_prints_what_is_shown"),
        ("passed    connect", "test_certify_prints_what_is_shown"),
        ("lawspeaker certify --dial", "test_a_bot_dials_in_to_be_certified"),
        ('{"passed": false', "test_certify_prints_what_is_shown"),
    ),
    "clansmen.md": (
        ("lawspeaker play clansmen", "test_the_games_are_played_and_described"),
        (".venv/bin/python -m measure.compare", "test_the_scripts_that_measure_games_run"),
        (".venv/bin/python -m measure.places", "test_the_scripts_that_measure_games_run"),
    ),
    "clocks-and-faults.md": (
        ("[[bots]]", "tests/docs/test_pages.py::test_configuration_is_read"),
        ("[faults]", "tests/docs/test_pages.py::test_configuration_is_read"),
        ("lawspeaker play northgard", "test_a_match_with_a_clock_is_played_and_shown"),
        ("seat 0 (eager)", "test_a_hostile_bot_plays_and_the_report_has_the_form_that_is_shown"),
        ("seat 0  slow", "test_a_hostile_bot_plays_and_the_report_has_the_form_that_is_shown"),
        ("lawspeaker play northgard --bot hostile",
         "test_a_hostile_bot_plays_and_the_report_has_the_form_that_is_shown"),
    ),
    "evaluate.md": (
        ("name =", "tests/referee/competition/evaluation/test_evaluation_file.py::test_the_file_in_the_docs_is_read"),
        ("lawspeaker evaluate paper.toml --plan",
         "parsed: it needs models; tests/referee/competition/evaluation/test_evaluation_run.py has scripted ones"),
    ),
    "event.md": (
        ("name =", EVENT), ("lawspeaker tokens create", EVENT), ("lawspeaker certify", EVENT),
        ("lawspeaker tournament check", EVENT), ("lawspeaker tournament run", EVENT), ("until", EVENT),
        ("lawspeaker tournament run", EVENT), ("lawspeaker tournament status", EVENT),
        ("lawspeaker tournament report", EVENT), ("lawspeaker tournament archive", EVENT),
        ("lawspeaker verify", EVENT),
    ),
    "export.md": (
        ("pip install", EXPORT), ("import polars", EXPORT), ("import numpy", EXPORT),
        ("lawspeaker export records --to npz --game", EXPORT), ("lawspeaker export records", EXPORT),
        ("import json", EXPORT), ("import json", EXPORT),
    ),
    "forward-model.md": (
        ("from random import Random", f"{FORWARD}::test_the_program_of_the_library_plays_a_game"),
        ("from random import Random", f"{FORWARD}::test_the_program_of_playouts_compares_answers"),
        ('"""Looks ahead', f"{FORWARD}::test_the_page_shows_the_bot_as_it_is_and_the_examples_are_short"),
        (".venv/bin/lawspeaker play", "test_the_bot_that_looks_ahead_plays"),
        (".venv/bin/lawspeaker tournament run", "test_the_bots_that_look_ahead_play_their_tournaments"),
        ("cd docs/examples/ismcts", "test_the_bots_that_look_ahead_play_their_tournaments"),
        (".venv/bin/lawspeaker engine", "test_the_service_of_positions_is_there"),
        ("PATH=$PWD", "parsed: the SDK for Go must be built; its own tests play this match"),
        ('{"load"', f"{FORWARD}::test_the_lines_are_requests_that_can_be_done"),
    ),
    "gym.md": (
        ("pip install", "parsed: it installs what is installed"),
        ("import gymnasium", GYM), ("import numpy", GYM),
        ("from lawspeaker_referee.devtools.gym", GYM), ("from lawspeaker_referee.devtools.gym", GYM),
        ("pip install sb3-contrib", "parsed: it needs gigabytes; the part `train` of CI runs it"),
        ("pip install torch", "parsed: it needs gigabytes; the part `train` of CI runs it"),
    ),
    "inspect.md": (
        ("pip install", f"{INSPECT}::test_the_commands_run"), ("from inspect_ai", f"{INSPECT}::test_the_program_runs"),
    ),
    "ladder.md": (
        ("lawspeaker tokens create", "test_a_ladder_plays_shows_its_standings_and_is_reported"),
        ("LAWSPEAKER_TOKEN=", "test_a_ladder_plays_shows_its_standings_and_is_reported"),
        ("lawspeaker tournament report", "test_a_ladder_plays_shows_its_standings_and_is_reported"),
        ("lawspeaker serve northgard --ladder --players 2",
         "parsed: tests/referee/competition/ladder/test_ladder_automa.py plays such a ladder"),
        ("$ LAWSPEAKER_TOKEN=... lawspeaker challenge", "test_a_bot_of_a_ladder_challenges_another_as_shown"),
        ("lawspeaker tournament void", "test_a_ladder_plays_shows_its_standings_and_is_reported"),
        ("scp first:", "parsed: it needs several machines; tests/referee/competition/ladder/test_ladder_referees.py"),
        ("$ lawspeaker standings", "test_a_ladder_plays_shows_its_standings_and_is_reported"),
    ),
    "ledger.md": (
        ("sqlite3 ledger.db 'SELECT", "test_a_ledger_is_read_verified_and_copied"),
        ("lawspeaker tournament verify", "test_a_ledger_is_read_verified_and_copied"),
        ("sqlite3 ledger.db '.backup", "test_a_ledger_is_read_verified_and_copied"),
    ),
    "monitoring.md": (
        ("lawspeaker serve green.toml",
         "parsed: it changes files of the system; tests/referee/cli/test_upgrade.py does it with an nginx of its own"),
    ),
    "northgard.md": (
        ("lawspeaker play northgard", "test_the_games_are_played_and_described"),
        ("python docs/automa_strength.py", "test_the_scripts_that_measure_games_run"),
        (".venv/bin/python -m measure.places", "test_the_scripts_that_measure_games_run"),
    ),
    "pax-viking.md": (
        ("lawspeaker play pax_viking", "test_the_games_are_played_and_described"),
        (".venv/bin/python -m measure.places pax_viking --players", "test_the_scripts_that_measure_games_run"),
        (".venv/bin/python -m measure.places pax_viking --difficulties", "test_the_scripts_that_measure_games_run"),
    ),
    "performance.md": (
        ("lawspeaker bench", "parsed: it takes minutes; tests/referee/cli/test_bench.py runs every part for a moment"),
        ("make bench", "parsed: it takes minutes; tests/referee/devtools/test_performance_table.py writes the page"),
    ),
    "playing.md": (
        ("lawspeaker play northgard --bot human greedy", "test_a_person_plays_and_reads_the_match"),
        ("tile 03, turned by 90", "drawing: a tile, as test_NG_MAP_09_a_tile_is_drawn_as_it_would_lie shows it"),
        ("lawspeaker play northgard --bot human greedy --browser",
         "tests/referee/cli/test_play_in_browser.py::test_the_command_of_playing_md_ends_with_the_result_and_the_record"),
        ("lawspeaker play northgard --bot human", "test_a_person_plays_and_reads_the_match"),
        ("lawspeaker show game.lsr --step", "test_a_person_plays_and_reads_the_match"),
        ("recorded      1", "test_a_person_plays_and_reads_the_match"),
        ("lawspeaker show game.lsr --words", "test_a_person_plays_and_reads_the_match"),
        ("yes ''", "test_a_person_plays_and_reads_the_match"),
    ),
    "protocol.md": (
        ("protoc -I proto", "test_stubs_are_made"),
        ("bot                               referee", "drawing: the messages of a stream"),
        ("grpcurl", "tests/docs/test_pages.py::test_calls_of_protocol_md_are_there"),
    ),
    "proxy.md": (
        ("apt-get install nginx", "test_the_proxies_accept_their_configuration"),
        ("game =", "test_spectators_are_let_in"),
        ("apt-get install haproxy", "test_the_proxies_accept_their_configuration"),
    ),
    "ratings.md": (
        ("[stop]", "tests/docs/test_pages.py::test_configuration_is_read"),
        ("results do not fit", "tests/referee/competition/test_fit.py::test_the_lines_are_those_of_the_page"),
        ("from lawspeaker_referee.competition.ledger", "test_a_tournament_is_read_in_code"),
    ),
    "peers.md": (
        ("pip install", "parsed: it needs an engine; tests/referee/cli/test_chess_game.py plays with one"),
    ),
    "record.md": (
        ("lawspeaker verify RECORDS", "test_records_are_signed_and_verified"),
        ("lawspeaker verify FILE", "test_records_are_signed_and_verified"),
        ("lawspeaker keys create", "test_records_are_signed_and_verified"),
        ("from hashlib", "tests/docs/test_pages.py::test_hashes_of_record_md_are_those_beside_them"),
    ),
    "reference-bots.md": (
        ("lawspeaker play northgard --bot search", "test_the_reference_bots_play"),
        (".venv/bin/python -m measure.search_arena", "test_the_scripts_that_measure_games_run"),
        ("git worktree add", "parsed: tests/measure/test_greedy_versions.py plays two versions"),
        ("git worktree add", "parsed: tests/measure/test_greedy_versions.py plays two versions"),
        ("lawspeaker tournament run", "parsed: it takes minutes; tests/docs/test_pages.py reads the file"),
    ),
    "releasing.md": (
        ("make address", RELEASE),
        ("make test-clients", "parsed: it takes a quarter of an hour, and is a part of CI"),
    ),
    "reports.md": (
        ("lawspeaker tournament report four-bots", REPORTED),
        ("lawspeaker tournament report four-bots --html", REPORTED),
        ("lawspeaker tournament faults", REPORTED),
        ("from lawspeaker_referee.competition.ledger", "test_a_tournament_is_read_in_code"),
    ),
    "serving.md": (
        ("lawspeaker serve northgard", "test_a_referee_starts_and_a_hostile_bot_joins_it"),
        ("game =", "test_a_referee_for_other_machines_lets_a_bot_in_by_token_and_tls"),
        ("lawspeaker tokens create alice", "test_a_referee_for_other_machines_lets_a_bot_in_by_token_and_tls"),
        ("game =", REFEREE_FILE),
        ("game =", REFEREE_FILE),
        ("kill -HUP", "parsed: it needs a referee that runs; tests/referee/cli/test_serve_process.py sends the signal"),
        ("lawspeaker tokens create alice", "test_tokens_are_listed_and_revoked"),
        ("openssl req", "test_a_referee_for_other_machines_lets_a_bot_in_by_token_and_tls"),
        ("lawspeaker serve northgard --tokens", "test_spectators_are_let_in"),
        ("docker compose", "parsed: it needs Docker; tests/referee/cli/test_compose.py starts the processes"),
        ("lawspeaker tokens create ann", "parsed: it needs Docker; tests/referee/cli/test_compose.py reads the file"),
    ),
    "stdio.md": (
        ("lawspeaker play northgard", "test_the_bot_of_ten_lines_plays"),
        ('"""Takes the first options', SMALL_BOTS), ("#!/bin/sh", SMALL_BOTS),
        ("lawspeaker-bot stdio [", "tests/docs/test_pages.py::test_the_usage_of_the_bridge_is_the_one_that_it_prints"),
        ('{"matchStarted"', LINES), ('{"decisionRequest"', LINES), ('{"answerRejected"', LINES),
        ('{"matchOver"', LINES),
        ('{"answer"', "tests/docs/test_pages.py::test_the_long_answer_of_stdio_md_is_understood"),
    ),
    "text.md": (
        ("{", "tests/clients/test_model_answer.py::test_the_schema_in_the_docs_is_the_one_that_is_exported"),
        ("lawspeaker play northgard --clock llm",
         "parsed: it needs a model; tests/clients/test_chat_matches.py plays with one that answers at random"),
        ("[endpoints.local]", "tests/clients/test_chat_config.py::test_the_file_in_the_docs_is_read"),
        ("lawspeaker play northgard --clock llm --bot", "parsed: it needs a model; tests/clients/test_chat_matches.py"),
        ("lawspeaker play northgard --bot mcp", "parsed: it needs an agent; tests/referee/cli/test_play_agent.py"),
        ("lawspeaker serve northgard", "parsed: it needs an agent; tests/clients/test_mcp.py"),
        ('{"mcpServers"', "tests/docs/test_pages.py::test_configuration_is_read"),
        ("lawspeaker play northgard --clock llm --bot", "parsed: it needs a model"),
        ("Year ", WORDS), ("Northgard, year ", WORDS), ("Clansmen, year ", WORDS),
        ("Pax Viking, turn ", WORDS),
    ),
    "textarena.md": (
        ("pip install", "parsed: it installs what is installed"),
        ("import json", f"{TEXTARENA}::test_the_program_plays_a_match"),
    ),
    "tournaments.md": (
        ("lawspeaker tournament run docs/examples/four-bots.toml", REPORTED),
        ("name =", "tests/referee/competition/test_tournament_file.py::test_every_file_in_the_documentation_is_read"),
        ("[[bots]]", "tests/docs/test_pages.py::test_configuration_is_read"),
        ("lawspeaker tournament run docs/examples/automa.toml", "test_bots_are_compared_against_the_automa"),
        ("lawspeaker verify --secret", "test_the_dice_of_a_tournament_are_checked"),
        ("lawspeaker tournament archive", "test_the_dice_of_a_tournament_are_checked"),
        ("name =", "tests/referee/competition/test_tournament_file.py::test_every_file_in_the_documentation_is_read"),
        ("name =", "tests/referee/competition/test_tournament_file.py::test_every_file_in_the_documentation_is_read"),
        ("name =", "tests/docs/test_tune.py::test_the_file_of_the_page_is_a_tournament_once_its_words_are_replaced"),
        ("pip install", "parsed: it installs what is installed; tests/docs/test_tune.py runs the program"),
        ("pip install", "parsed: it needs several machines; tests/referee/competition/test_dask.py plays on a cluster"),
    ),
    "watching.md": (
        ("lawspeaker show", "test_a_match_and_a_folder_are_looked_at"),
        ("lawspeaker watch", "test_a_match_and_a_folder_are_looked_at"),
        ("lawspeaker tournament run cup.toml --pages", PAGES),
        ("lawspeaker tournament report cup", REPORTED),
    ),
}
