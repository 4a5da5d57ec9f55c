"""The list of prizes, and lower fees, as a director types them: one a line.

"1: 40%" is a share of the pot, "2: 50" a sum, "3: un salame" a thing; "4-8: una bottiglia" is the same for
several places, and "1 Juniores: 20" the first of a category.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from tournaments.prizes.money import plain_money, read_money
from tournaments.prizes.purse import LAST_PLACE, WHOLE, Prize

LINE = re.compile(
    r"(?P<first>\d{1,3})(?:\s*[-–]\s*(?P<last>\d{1,3}))?\s*[.)°ª]?\s*(?P<category>[^:]*):(?P<worth>.+)"
)
PERCENT = re.compile(r"(\d{1,3})\s*%", re.ASCII)


class BadLine(ValueError):
    """A line cannot be read: `args[0]` is its number, from 1."""


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if tidy := " ".join(line.split()):
            yield number, tidy


def read_prizes(text: str) -> list[dict[str, Any]]:
    """Return the prizes of a text as they are stored. Raises `BadLine`."""
    return [prize for number, line in _lines(text) for prize in _prizes_of(number, line)]


def _prizes_of(number: int, line: str) -> Iterator[dict[str, Any]]:
    found = LINE.fullmatch(line)
    if found is None:
        raise BadLine(number)
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if not 1 <= first <= last <= LAST_PLACE:
        raise BadLine(number)
    category = found["category"].strip()
    worth = _worth(number, found["worth"].strip())
    for place in range(first, last + 1):
        yield {"place": place, **({"category": category} if category else {}), **worth}


def _worth(number: int, text: str) -> dict[str, Any]:
    if share := PERCENT.fullmatch(text):
        if not 1 <= int(share[1]) <= WHOLE:
            raise BadLine(number)
        return {"share": int(share[1])}
    cents = read_money(text)
    if cents == 0 or not text:
        raise BadLine(number)
    return {"thing": text} if cents is None else {"amount": cents}


def write_prizes(prizes: Iterable[Prize]) -> str:
    """Return prizes as they are typed, places that follow each other in one line."""
    rows = []
    worth = lambda each: (each.category, each.amount, each.share, each.thing)  # noqa: E731
    for _same, group in groupby(prizes, key=worth):
        for run in _runs([*group]):
            first, last = run[0], run[-1]
            places = f"{first.place}" if first is last else f"{first.place}-{last.place}"
            category = f" {first.category}" if first.category else ""
            rows.append(f"{places}{category}: {_typed(first)}")
    return "\n".join(rows)


def _runs(prizes: list[Prize]) -> Iterator[list[Prize]]:
    run: list[Prize] = []
    for each in prizes:
        if run and each.place != run[-1].place + 1:
            yield run
            run = []
        run.append(each)
    yield run


def _typed(prize: Prize) -> str:
    return prize.thing or (f"{prize.share}%" if prize.share else plain_money(prize.amount))


def read_lower_fees(text: str) -> dict[str, int]:
    """Return the fees of categories, one a line: "Juniores: 5". Raises `BadLine`."""
    found = {}
    for number, line in _lines(text):
        name, _colon, worth = line.rpartition(":")
        cents = read_money(worth)
        if not name.strip() or cents is None:
            raise BadLine(number)
        found[name.strip()] = cents
    return found


def write_lower_fees(fees: Mapping[str, int]) -> str:
    return "\n".join(f"{name}: {plain_money(cents)}" for name, cents in fees.items())
