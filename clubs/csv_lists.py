"""Reading lists from CSV files as spreadsheets write them: any of three encodings and delimiters."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Collection, Mapping, Sequence

from ludocards.engine.game import Refused

MOST_LINES = 5000
"""The most lines of a list."""

LARGEST = 1024 * 1024
"""The largest file, in bytes."""

DELIMITERS = ";,\t"

Row = tuple[int, dict[str, str]]
"""The number of a line in the file, from 1, and its cells by column."""


def decoded(data: bytes) -> str | Refused:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or else as Windows writes Italian."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ["utf-16"] if marked else ["utf-8-sig", "cp1252"]:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    return Refused("roster_encoding", "this is no text")


def rows(text: str, columns: Mapping[str, str], needed: Collection[str]) -> list[Row] | Refused:
    """Return the rows that are not empty. A row has no key for a column that it lacks.

    `columns` has the names of the columns by their titles in lower case; others are left out. The first line
    has one of the `needed` columns.
    """
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(DELIMITERS, key=head.count))
    found = []
    try:
        titles = [columns.get(tidy(title).casefold(), "") for title in next(reader, [])]
        if not {*needed} & {*titles}:
            return Refused("roster_columns", "no column has the names")
        for values in reader:
            cells = [tidy(value) for value in values]
            if any(cells):
                found.append((reader.line_num, _named(titles, cells)))
            if len(found) > MOST_LINES:
                return Refused("roster_lines", "too many lines", {"most": MOST_LINES})
    except csv.Error:
        return Refused("roster_format", "this is not CSV")
    return found or Refused("roster_empty", "no line names anybody")


def tidy(text: str) -> str:
    return " ".join(text.split())


def _named(titles: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {title: cell for title, cell in zip(titles, cells, strict=False) if title}
