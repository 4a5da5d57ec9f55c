"""The form of a score sheet: a field `score-<row>-<side>` for each side of each row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ludopoli.http.refusals import ActionRefused
from tournaments.models import TournamentTable

WHOLE = re.compile(r"[+-]?\d{1,6}", re.ASCII)


def read_scores(table: TournamentTable, fields: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return the rows of a sheet by label, without those that are empty."""
    return {label: row for label, row in _read_rows(table, fields, "score").items() if row}


def read_seen(table: TournamentTable, fields: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return the rows as they counted when the page was rendered, `was-<row>-<side>`, if it says so."""
    return _read_rows(table, fields, "was") if any(name.startswith("was-") for name in fields) else {}


def _read_rows(table: TournamentTable, fields: Mapping[str, Any], prefix: str) -> dict[str, list[int]]:
    found = {}
    for number, label in enumerate(table.labels, start=1):
        sent = [_text(fields, f"{prefix}-{number}-{side}") for side in range(len(table.places))]
        row = [each for each in sent if each]
        if not all(WHOLE.fullmatch(each) for each in row):
            raise ActionRefused("bad_score_row")
        found[label] = [int(each) for each in row]
    return found


def says_broken_off(fields: Mapping[str, Any]) -> bool:
    """Return whether the form says that the match was broken off."""
    return bool(fields.get("broken_off"))


def _text(fields: Mapping[str, Any], name: str) -> str:
    return str(fields.get(name) or "").strip().replace("\N{MINUS SIGN}", "-")
