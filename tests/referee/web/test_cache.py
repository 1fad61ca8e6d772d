"""A cache that holds no more bytes than it may. What limits how often a page is made is tested with the standings."""

from lawspeaker_referee.web.cache import BytesCache


def test_what_was_asked_for_longest_ago_goes_first():
    cache = BytesCache(10)
    for name in "abc":
        cache.put(name, name.encode() * 3)
    assert cache.get("a") == b"aaa"
    cache.put("d", b"dddd")
    assert [cache.get(name) for name in "abcd"] == [b"aaa", None, b"ccc", b"dddd"]


def test_data_of_one_key_counts_once_and_what_is_too_large_is_not_kept():
    cache = BytesCache(10)
    for _ in range(5):
        cache.put("a", b"123456")
    cache.put("b", b"1234")
    assert (cache.get("a"), cache.get("b")) == (b"123456", b"1234")
    cache.put("c", bytes(11))
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (b"123456", b"1234", None)
    cache.put("a", bytes(10))
    assert (cache.get("a"), cache.get("b")) == (bytes(10), None)
