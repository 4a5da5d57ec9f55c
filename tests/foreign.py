"""Documents from outside as an attacker changes them: a value that does not belong there, or other bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from(
        [
            10**30, -(2**63), 2**31, 32_000, 1.0, 0.5, "", "\0", "\ud800", "x", "nuovo", "z" * 60_000,
            "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-02-30T00:00:00Z",
            [], {}, [[]], [None], ["x"], [10**30], {"x": 1}, {"\0": []},
        ]
    ),
)  # fmt: skip
"""Values that are nearly always wrong, whatever belongs there."""


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield (*at, name)
        yield from paths(each, (*at, name))


@st.composite
def changed(draw: st.DrawFn, document: Any) -> Any:
    """Draw a document with one to three other values, further fields or missing ones."""
    made = deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        known = [*paths(made)]
        if not known:
            break
        *before, last = draw(st.sampled_from(known))
        holder = made
        for step in before:
            holder = holder[step]
        what = draw(st.sampled_from(["replace", "replace", "replace", "remove", "add"]))
        if what == "remove":
            del holder[last]
        elif what == "add" and isinstance(holder, dict):
            holder["besides"] = deepcopy(draw(STRANGE))
        else:
            holder[last] = deepcopy(draw(STRANGE))
    return made


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw the bytes of a document with some of them replaced, missing or repeated."""
    start = draw(st.integers(0, len(data)))
    end = min(len(data), start + draw(st.integers(0, 20)))
    return data[:start] + draw(st.binary(max_size=8)) * draw(st.integers(0, 2)) + data[end:]


def attacks(document: Any, seal: Callable[[Any], Any] = lambda made: made) -> st.SearchStrategy[bytes]:
    """Documents as bytes: changed ones, which `seal` completes with their digest, and damaged ones."""
    plain = json.dumps(document).encode()
    return changed(document).map(lambda made: json.dumps(seal(made)).encode()) | damaged(plain)
