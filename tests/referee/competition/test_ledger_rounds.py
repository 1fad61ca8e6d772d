"""What a page asks a ledger: the round that is played, the blocks that are open, and the records that are counted."""

from __future__ import annotations

from tests.referee.competition.small_ledger import NAME, begun, count, ids, played, schedule


def test_a_round_is_the_first_with_a_match_that_is_left_and_the_last_once_all_is_counted(ledger):
    begun(ledger, schedule(rounds=2))
    first, second = ([each for each in schedule(rounds=2) if each.round == number] for number in (1, 2))
    assert ledger.current_round(NAME, ()) == 1
    for each in first[1:]:
        count(ledger, each)
    assert ledger.current_round(NAME, ()) == 1
    assert ledger.current_round(NAME, ids(first[:1])) == 2, "nobody waits for what is given up"
    count(ledger, first[0])
    assert ledger.current_round(NAME, ()) == 2
    for each in second:
        count(ledger, each)
    assert ledger.current_round(NAME, ()) == 2


def test_the_matches_of_a_round_come_in_their_order_with_the_results_that_are_counted(ledger):
    begun(ledger, schedule(rounds=2))
    one, two, *others = [each for each in schedule(rounds=2) if each.round == 2]
    count(ledger, two)
    assert ledger.round_of(NAME, 2, 9) == [(one, None), (two, played(two)), *((each, None) for each in others)]
    assert ledger.round_of(NAME, 2, 1) == [(one, None)]
    assert ledger.round_of(NAME, 3, 9) == []


def test_a_block_is_open_until_all_its_matches_are_counted_or_given_up(ledger):
    begun(ledger)
    every = schedule()
    known = {each.block for each in every}
    assert ledger.open_blocks(NAME, ()).blocks == known
    assert ledger.open_blocks(NAME, ()).last == every[-1].block
    count(ledger, every[0])
    assert ledger.open_blocks(NAME, ()).blocks == known
    assert ledger.open_blocks(NAME, [every[1].match_id]).blocks == known - {every[0].block}
    count(ledger, every[1])
    assert ledger.open_blocks(NAME, ()).blocks == known - {every[0].block}


def test_nothing_is_open_or_played_where_nothing_is_scheduled(ledger):
    begun(ledger, [])
    assert ledger.open_blocks(NAME, ()).blocks == frozenset()
    assert (ledger.open_blocks(NAME, ()).last, ledger.current_round(NAME, ())) == ("", 0)


def test_records_come_in_the_order_of_counting_and_each_once(ledger):
    begun(ledger)
    one, two, three, *_ = schedule()
    count(ledger, two)
    count(ledger, one)
    found, last = ledger.records_after(NAME, 0)
    assert [(each.block, each.record_path) for each in found] == [
        (each.block, f"records/{each.match_id}.lsr") for each in (two, one)]
    assert ledger.records_after(NAME, last) == ([], last)
    count(ledger, three)
    assert [each.record_path for each in ledger.records_after(NAME, last)[0]] == [f"records/{three.match_id}.lsr"]


def test_matches_are_found_by_their_ids(ledger):
    begun(ledger)
    one, two, *_ = schedule()
    assert ledger.entries_of(NAME, [two.match_id, "nobody", one.match_id]) == {
        one.match_id: one, two.match_id: two}
