"""Tables as files: CSV for programs, CSV for the spreadsheet of the reader, and Excel's own format.

One writer for all that the site gives as a table, and the reader of the workbooks that it takes. A cell is
never a formula, and a text in a file for people is never taken for a date or a number.
"""

from __future__ import annotations

import csv
import io
import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import get_language, override
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.cell.cell import Cell as BookCell
from openpyxl.styles import Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from ludopoli.text.times import format_utc


class FileKind(StrEnum):
    PROGRAM = "program"
    """CSV by RFC 4180: commas, decimal points, times in UTC, names of columns that never change."""
    MARKED = "marked"
    """The same with a byte order mark and semicolons, which the API has always given for Excel."""
    SPREADSHEET = "spreadsheet"
    """CSV as the spreadsheet of the active language opens it, with its separators and headings."""
    EXCEL = "excel"


CSV, XLSX = "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

Value = str | int | float | datetime | None


@dataclass(frozen=True, slots=True)
class Both:
    """A cell that is written otherwise for people than for programs."""

    program: Value
    people: Value


Cell = Value | Both


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a column: its name for programs, and its words for people."""

    name: str
    words: str | Promise


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    headings: Sequence[Heading]
    rows: Iterable[Sequence[Cell]]


BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
"""The first characters of texts that spreadsheets take for formulas; some also take the wide ones."""

LOGICAL = frozenset({"vero", "falso", "true", "false"})

MONTHS = (
    "gen|gennaio|feb|febbraio|mar|marzo|apr|aprile|mag|maggio|giu|giugno|lug|luglio|ago|agosto|set|settembre|"
    "ott|ottobre|nov|novembre|dic|dicembre|jan|january|february|march|april|may|jun|june|jul|july|aug|august|"
    "sep|sept|september|oct|october|november|dec|december"
)

LETTERS_OF_VALUES = re.compile(
    rf"(?<![^\W\d_])(?:{MONTHS}|[ap]m)(?![^\W\d_])|(?<=\d)e(?=[+-]?\d)", re.IGNORECASE
)
"""The letters that dates, times and numbers may have."""

VALUE = re.compile(r"[\d\s.,:;/\\+%€$£()'-]*\d[\d\s.,:;/\\+%€$£()'-]*")

CHUNK = 64 * 1024

LOCAL_TIME = "m/d/yy h:mm"
"""Excel's own format for times, which it shows as its language does."""


# ---- writing


def content_type(kind: FileKind) -> str:
    return XLSX if kind == FileKind.EXCEL else f"{CSV}; charset=utf-8"


def name_file(stem: str, kind: FileKind) -> str:
    return f"{stem}.xlsx" if kind == FileKind.EXCEL else f"{stem}.csv"


def file_response(kind: FileKind, stem: str, *sheets: Sheet) -> HttpResponse:
    """Return tables that are not long as a file; `stem` is its name without the ending."""
    name = f'attachment; filename="{name_file(stem, kind)}"'
    headers = {"Content-Disposition": name, "Cache-Control": "private, no-store"}
    return HttpResponse(b"".join(write_file(kind, *sheets)), content_type=content_type(kind), headers=headers)


def write_file(kind: FileKind, *sheets: Sheet) -> Iterator[bytes]:
    """Yield a file piece by piece, in the language that is active now. CSV has the sheets one below the
    other."""
    pieces = _workbook(sheets) if kind == FileKind.EXCEL else _csv(sheets, kind)
    return _in_language(get_language(), pieces)


def _in_language(language: str | None, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces, each made in a language, since they may be made after the request and elsewhere."""
    while True:
        with override(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def _csv(sheets: Sequence[Sheet], kind: FileKind) -> Iterator[bytes]:
    is_for_people = kind == FileKind.SPREADSHEET
    cell = _for_spreadsheet if is_for_people else _for_program
    has_semicolons = kind == FileKind.MARKED or (is_for_people and get_format("DECIMAL_SEPARATOR") == ",")
    buffer = io.StringIO()
    rows = csv.writer(buffer, delimiter=";" if has_semicolons else ",")
    buffer.write("" if kind == FileKind.PROGRAM else BOM)
    for number, sheet in enumerate(sheets):
        if number:
            rows.writerow([])
        rows.writerow(str(each.words) if is_for_people else each.name for each in sheet.headings)
        for row in sheet.rows:
            rows.writerow(map(cell, row))
            if buffer.tell() > CHUNK:
                yield _taken(buffer)
    yield _taken(buffer)


def _taken(buffer: io.StringIO) -> bytes:
    """Return what was written, and empty the buffer."""
    written = buffer.getvalue().encode()
    buffer.seek(0)
    buffer.truncate()
    return written


def _for_program(cell: Cell) -> str | int | float:
    value = cell.program if isinstance(cell, Both) else cell
    if isinstance(value, datetime):
        return format_utc(value)
    return guarded(value) if isinstance(value, str) else "" if value is None else value


def _for_spreadsheet(cell: Cell) -> str:
    value = cell.people if isinstance(cell, Both) else cell
    if isinstance(value, datetime):
        return f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
    if isinstance(value, str):
        return f"\t{value}" if _looks_like_a_value(value) else guarded(value)
    return "" if value is None else str(value).replace(".", str(get_format("DECIMAL_SEPARATOR")))


def guarded(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def unguard_text(text: str) -> str:
    """Return a text as it was before `guarded`."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def _looks_like_a_value(text: str) -> bool:
    """Return whether a spreadsheet would take a text for a date, a time, a number or a truth value."""
    if text.strip().casefold() in LOGICAL:
        return True
    return VALUE.fullmatch(LETTERS_OF_VALUES.sub("", text)) is not None


def _workbook(sheets: Sequence[Sheet]) -> Iterator[bytes]:
    book = Workbook(write_only=True)
    for sheet in sheets:
        page = book.create_sheet(sheet.title)
        assert isinstance(page, WriteOnlyWorksheet)
        page.freeze_panes = "A2"
        page.append([_typed(page, str(each.words), bold=True) for each in sheet.headings])
        for row in sheet.rows:
            page.append([_typed(page, each.people if isinstance(each, Both) else each) for each in row])
    with tempfile.TemporaryFile() as file:
        book.save(file)
        file.seek(0)
        while piece := file.read(CHUNK):
            yield piece


def _typed(page: WriteOnlyWorksheet, value: Value, *, bold: bool = False) -> BookCell | Value:
    """Return a cell with the type of its value; a text stays a text, whatever it begins with."""
    if isinstance(value, datetime):
        made = WriteOnlyCell(page, timezone.localtime(value).replace(tzinfo=None))
        made.number_format = LOCAL_TIME
        return made
    if not isinstance(value, str):
        return value
    made = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("", value))
    made.data_type = "s"
    if bold:
        made.font = Font(bold=True)
    return made


# ---- reading

WORKBOOK = b"PK\x03\x04"
"""The first bytes of Excel's format, a ZIP archive."""

LARGEST_INSIDE, LARGEST_ASIDE = 4 * 1024 * 1024, 512 * 1024
"""The most bytes of a workbook when it is unpacked, and of each part that has no cells: reading those takes
the most time."""

OF_CELLS = ("xl/worksheets/", "xl/sharedStrings", "xl/media/")
"""The parts with cells, and the pictures, which are not read."""

MOST_TAGS, MOST_TAGS_ASIDE = 300_000, 20_000
"""The most tags in all parts with cells, and in each other part: empty ones take few bytes, but time."""

MOST_PARTS, MOST_COLUMNS, WIDEST_GAP = 500, 64, 10_000
"""`WIDEST_GAP` is the most empty rows above one that is not: the reader fills gaps row by row."""


class BadWorkbook(ValueError):
    """The file is no workbook that can be read."""


class WorkbookTooLarge(BadWorkbook):
    """The workbook has too much in it."""


def read_workbook(data: bytes, most_rows: int) -> list[list[str]]:
    """Return the first sheet of a workbook, with its empty rows, up to one of `most_rows` that are not.
    Raises `BadWorkbook`.

    What it would be unpacked is checked before anything is.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            aside = (each.file_size for each in parts if not each.filename.startswith(OF_CELLS))
            inside = sum(each.file_size for each in parts)
            if len(parts) > MOST_PARTS or inside > LARGEST_INSIDE or max(aside, default=0) > LARGEST_ASIDE:
                raise WorkbookTooLarge
            _refuse_many_tags(archive)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # its file may understate them
        return _filled(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True), most_rows)
    except BadWorkbook:
        raise
    except Exception as broken:  # the readers of foreign files raise whatever they stumble upon
        raise BadWorkbook from broken


def _refuse_many_tags(archive: zipfile.ZipFile) -> None:
    of_cells = 0
    for name in archive.namelist():
        tags = archive.read(name).count(b"<") if name.endswith((".xml", ".rels")) else 0
        is_aside = not name.startswith(OF_CELLS)
        of_cells += 0 if is_aside else tags
        if of_cells > MOST_TAGS or (is_aside and tags > MOST_TAGS_ASIDE):
            raise WorkbookTooLarge


def _filled(rows: Iterable[Sequence[object]], most: int) -> list[list[str]]:
    found: list[list[str]] = []
    filled = 0
    for number, row in enumerate(rows):
        cells = [] if row.count(None) == len(row) else [_said(each) for each in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            filled += 1
            found += [[] for _ in range(number - len(found))]
            found.append(cells)
        if filled == most:
            break
        if number - len(found) == WIDEST_GAP:
            raise WorkbookTooLarge
    width = max(map(len, found), default=0)
    return [row and row + [""] * (width - len(row)) for row in found]


def _said(value: object) -> str:
    """Return the value of a cell as people would type it."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())
