"""Reading lists as spreadsheets write them: CSV in any of three encodings and delimiters, or a workbook of
Excel, of which the first sheet becomes CSV."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ludopoli.http.refusals import ActionRefused
from ludopoli.text import table_files

if TYPE_CHECKING:  # the name is the stubs' own
    from django.utils.functional import _StrPromise

MOST_LINES = 5000
"""The most lines of a list."""

LARGEST = 1024 * 1024
"""The largest file, in bytes."""


DELIMITERS = ";,\t"

Row = tuple[int, dict[str, str]]
"""The number of a line in the file, from 1, and its cells by column."""


def decode_file(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or else as Windows writes Italian; that of a
    workbook is CSV."""
    if data.startswith(table_files.WORKBOOK):
        return _of_workbook(data)
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ["utf-16"] if marked else ["utf-8-sig", "cp1252"]:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise ActionRefused("roster_encoding")


def _of_workbook(data: bytes) -> str:
    written = io.StringIO()
    try:
        csv.writer(written, delimiter=";").writerows(table_files.read_workbook(data, MOST_LINES + 2))
    except table_files.WorkbookTooLarge as error:
        raise ActionRefused("too_large") from error
    except table_files.BadWorkbook as error:
        raise ActionRefused("roster_workbook") from error
    if written.tell() > LARGEST:
        raise ActionRefused("too_large")
    return written.getvalue()


def read_rows(
    text: str, columns: Mapping[str, str], needed: Collection[str], missing: str | _StrPromise = ""
) -> list[Row]:
    """Return the rows that are not empty. A row has no key for a column that it lacks.

    `columns` has the names of the columns by their titles in lower case; others are left out. The first line
    has one of the `needed` columns; without any it is refused, with the sentence `missing` if there is one.
    """
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(DELIMITERS, key=head.count))
    found = []
    try:
        titles = [columns.get(tidy_cell(title).casefold(), "") for title in next(reader, [])]
        if not {*needed} & {*titles}:
            raise ActionRefused("roster_columns", missing)
        for values in reader:
            cells = [table_files.unguard_text(tidy_cell(value)) for value in values]
            if any(cells):
                found.append((reader.line_num, _named(titles, cells)))
            if len(found) > MOST_LINES:
                raise ActionRefused("roster_lines", most=MOST_LINES)
    except csv.Error as error:
        raise ActionRefused("roster_format") from error
    if not found:
        raise ActionRefused("roster_empty")
    return found


def tidy_cell(text: str) -> str:
    return " ".join(text.split())


def _named(titles: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {title: cell for title, cell in zip(titles, cells, strict=False) if title}
