import json


def test_bench_measures_every_part_and_puts_it_where_it_is_looked_for(run):
    done = run("bench", "parley", "--seconds", "0.05", "--rounds", "1", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    for players in ("2", "3", "4"):
        assert report["engine"]["parley"][players]["decisions_per_second"] > 0
        assert report["engine"]["parley"][players]["games_per_second"] > 0
    assert set(report["engine"]["parley"]["4"]["cost_us"]) == {
        "pending", "apply", "view", "encode_view", "encode_options", "digest"}
    assert set(report["referee"]["ratio_to_echo"]) == {"1", "8", "64"}
    assert all(ratio > 0 for ratio in report["referee"]["ratio_to_echo"].values())
    assert report["verify"]["decisions_per_second"] > 0
    assert report["record"]["bytes_per_decision"] > 0
    assert "measuring: 8/8 parley: referee, 64 matches" in done.err


def test_a_part_can_be_measured_alone_and_text_has_a_number_a_line(run):
    done = run("bench", "parley", "--only", "records", "--rounds", "1")
    assert done.code == 0, done.err
    names = [line.split(" = ")[0] for line in done.out.splitlines()]
    assert "verify.decisions_per_second" in names
    assert not any(name.startswith(("engine.", "referee.")) for name in names)


def test_several_games_are_measured_one_after_another(run):
    done = run("bench", "parley", "northgard", "parley", "--only", "engine", "--only", "records", "--seconds", "0.05",
               "--rounds", "1", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    assert report["game"] == "parley"
    assert list(report["engine"]) == ["parley", "northgard"]
    assert report["verify"]["decisions_per_second"] > 0
    assert list(report["others"]) == ["northgard"]
    assert report["others"]["northgard"]["record"]["bytes_per_decision"] > 0
