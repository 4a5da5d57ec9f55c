"""The cache for results of immutable values holds a bounded number of results, or of their items."""

from __future__ import annotations

from ludocards.engine.once import once


def test_the_latest_results_are_kept() -> None:
    made: list[str] = []

    def upper(text: str) -> str:
        made.append(text)
        return text.upper()

    shout = once(upper, most=2)
    texts = ["a", "b", "c"]
    assert [shout(text) for text in texts] == ["A", "B", "C"]
    assert [shout(text) for text in ("c", "b")] == ["C", "B"]
    assert made == texts
    shout(texts[0])
    assert made == [*texts, "a"]


def test_long_results_count_by_their_items() -> None:
    made: list[int] = []

    def numbers(until: tuple[int]) -> list[int]:
        made.append(until[0])
        return [*range(until[0])]

    listed = once(numbers, most=10, size=len)
    short, long, longer = (2,), (8,), (9,)
    for values in (short, long, short, long):
        assert len(listed(values)) == values[0]
    assert made == [2, 8]
    for values in (longer, longer, short):
        assert len(listed(values)) == values[0]
    assert made == [2, 8, 9, 2]


def test_a_result_larger_than_the_cache_is_not_kept() -> None:
    listed = once(lambda count: [*range(count)], most=3, size=len)
    assert listed(5) == listed(5)
    assert listed(5) is not listed(5)


def test_a_result_that_two_threads_compute_at_once_counts_once() -> None:
    """The second one begins while the first computes, as this function begins its own call."""
    computed: list[object] = []

    def compute(value: object) -> bool:
        computed.append(value)
        if len(computed) == 1:
            cached(value)
        return True

    cached = once(compute, most=1)
    cached(object())
    later = object()
    cached(later)
    cached(later)
    assert computed.count(later) == 1
