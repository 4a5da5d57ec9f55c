"""Puzzles into the database: those that were just found, and those that come with the site."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ludocards.engine.game import Json

SHIPPED = Path(__file__).parent / "data"
"""A file for each game, `<game>.jsonl.gz`, with a line for each puzzle (`finding.Found.as_json`)."""

START = (28.0, 26.0, 24.0, 21.0)
"""The first rating of a puzzle, by the number of levels of the bots that find its answer."""
DOUBT = 5.0
"""The spread of a first rating: less than a person's, since the bots say something."""


def shipped_puzzles(game: str = "*") -> Iterator[Json]:
    for path in sorted(SHIPPED.glob(f"{game}.jsonl.gz")):
        with gzip.open(path, "rt") as lines:
            yield from map(json.loads, lines)


def store_puzzles(puzzles: Any, found: Iterable[Mapping[str, Json]], source: str) -> int:
    """Store puzzles that are not there yet, and return how many those are; `puzzles` is the model."""
    before = puzzles.objects.count()
    puzzles.objects.bulk_create([_row(puzzles, each, source) for each in found], ignore_conflicts=True)
    return int(puzzles.objects.count() - before)


def explain_anew(puzzles: Any, found: Iterable[Mapping[str, Json]]) -> None:
    """Give puzzles that came with the site the explanations of these; `puzzles` is the model."""
    shipped = puzzles.objects.filter(source="bots")
    by_digest = {position_digest(each["position"]): each for each in found}
    rows = [*shipped.filter(digest__in=by_digest).only("digest")]
    for row in rows:
        row.facts, row.themes = by_digest[row.digest]["facts"], _themes(by_digest[row.digest])
    puzzles.objects.bulk_update(rows, ["facts", "themes"], batch_size=100)


def withdraw(puzzles: Any, digests: Collection[str]) -> None:
    """Remove puzzles that came with the site, and that have no single answer; `puzzles` is the model."""
    puzzles.objects.filter(source="bots", digest__in=digests).delete()


def position_digest(position: Json) -> str:
    """The facts by which two puzzles have the same position."""
    return hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()


def _themes(found: Mapping[str, Json]) -> str:
    return f" {' '.join(found['themes'])} "


def _row(puzzles: Any, found: Mapping[str, Json], source: str) -> Any:
    return puzzles(
        digest=position_digest(found["position"]),
        game=found["position"]["game"],
        source=source,
        position=found["position"],
        answers=found["answers"],
        losses=found["losses"],
        tempting=found["tempting"],
        facts=found["facts"],
        themes=_themes(found),
        mu=START[found["solved_by"]],
        sigma=DOUBT,
    )
