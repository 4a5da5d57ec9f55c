"""Tables as files: one writer for programs, the reader's spreadsheet and Excel; and reading workbooks."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from clubs import csv_lists
from ludopoli.text import table_files
from ludopoli.text.table_files import BadWorkbook, Both, Cell, FileKind, Heading, Sheet, WorkbookTooLarge
from tests.refusals import refused

AT = datetime(2026, 11, 21, 19, 15, tzinfo=UTC)


def sheet(*rows: Sequence[Cell], title: str = "Classifica") -> Sheet:
    return Sheet(title, [Heading("name", "Nome"), Heading("score", "Punti")], rows)


def written(kind: FileKind, *sheets: Sheet, language: str = "it") -> bytes:
    with override(language):
        return b"".join(table_files.write_file(kind, *sheets))


def workbook(rows: Sequence[Sequence[object]]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append([*row])
    book.save(file)
    return file.getvalue()


def test_programs_get_commas_points_and_names_that_do_not_change() -> None:
    data = written(FileKind.PROGRAM, sheet(["Èlia", 61.25], [None, AT], [Both("8-3", "8–3"), 1]))
    assert data.decode() == "name,score\r\nÈlia,61.25\r\n,2026-11-21T19:15:00Z\r\n8-3,1\r\n"


def test_the_reader_s_spreadsheet_gets_its_separators_and_headings() -> None:
    rows: list[list[Cell]] = [["Èlia", 61.25], [AT, -1], [Both("8-3", "8–3"), None]]
    italian = written(FileKind.SPREADSHEET, sheet(*rows)).decode()
    assert italian == "\ufeffNome;Punti\r\nÈlia;61,25\r\n2026-11-21 20:15;-1\r\n8–3;\r\n"
    english = written(FileKind.SPREADSHEET, sheet(*rows), language="en").decode()
    assert english.splitlines()[1] == "Èlia,61.25"


def test_the_language_is_that_of_the_request_even_if_the_file_is_made_later() -> None:
    with override("it"):
        pieces = table_files.write_file(FileKind.SPREADSHEET, sheet(["Lia", 0.5]))
    with override("en"):
        assert b"".join(pieces).decode().splitlines()[1] == "Lia;0,5"


@pytest.mark.parametrize("text", ["=1+1", "+39 06", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "＠SUM(A1)"])
def test_no_cell_is_a_formula(text: str) -> None:
    [_names, [cell, _score]] = csv.reader(
        io.StringIO(written(FileKind.PROGRAM, sheet([text, 1])).decode(), "")
    )
    assert cell == f"'{text}"
    shown = written(FileKind.SPREADSHEET, sheet([text, 1])).decode()
    assert not re.search(r"^\"?[=+@-]", shown, re.MULTILINE)
    page = load_workbook(io.BytesIO(written(FileKind.EXCEL, sheet([text, 1])))).worksheets[0]
    assert page["A2"].data_type in ("s", "inlineStr")
    assert page["A2"].value.strip() == text.strip()


@pytest.mark.parametrize(
    "text", ["8-3", "1/2", "0113", "12:30", "3.4", "1e5", "mar-26", "8 Marzo", "Gen 2026", "Vero", "5 pm"]
)
def test_a_text_is_never_taken_for_a_date_or_a_number(text: str) -> None:
    shown = written(FileKind.SPREADSHEET, sheet([text, 1])).decode().splitlines()[1]
    assert shown == f"\t{text};1"
    assert written(FileKind.PROGRAM, sheet([text, 1])).decode().splitlines()[1] == f"{text},1"
    page = load_workbook(io.BytesIO(written(FileKind.EXCEL, sheet([text, 1])))).worksheets[0]
    assert (page["A2"].value, page["B2"].value) == (text, 1)


@pytest.mark.parametrize(
    "text", ["Mario", "Mario90", "Marta 8", "Circolo 8 Settembre 43 bis", "8–3", "Aprile"]
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert written(FileKind.SPREADSHEET, sheet([text, 1])).decode().splitlines()[1] == f"{text};1"


def test_a_workbook_has_a_page_for_each_sheet_with_typed_cells() -> None:
    data = written(FileKind.EXCEL, sheet(["Lia", 61.25], ["\x07Ugo", AT]), sheet(title="Tavoli"))
    book = load_workbook(io.BytesIO(data))
    assert book.sheetnames == ["Classifica", "Tavoli"]
    rows = [*book.worksheets[0].values]
    assert rows == [("Nome", "Punti"), ("Lia", 61.25), ("Ugo", datetime(2026, 11, 21, 20, 15))]  # noqa: DTZ001


PRINTED = st.text(st.characters(exclude_categories=["C"]), max_size=8).filter(lambda each: each[:1] != "'")


@given(
    st.lists(st.tuples(PRINTED, PRINTED), max_size=5), st.sampled_from([FileKind.SPREADSHEET, FileKind.EXCEL])
)
def test_what_was_given_as_a_file_is_read_again(rows: list[tuple[str, str]], kind: FileKind) -> None:
    text = csv_lists.decode_file(written(kind, sheet(*rows)))
    expected = [row for row in ([*map(csv_lists.tidy_cell, row)] for row in rows) if any(row)]
    with nullcontext() if expected else refused("roster_empty"):
        read = csv_lists.read_rows(text, {"nome": "name", "punti": "score"}, ["name"])
        assert [[*row.values()] for _number, row in read] == expected


def test_rows_keep_their_numbers() -> None:
    data = workbook([["nome", "tessera"], [], ["Lia", 113], ["Ugo", 12.5]])
    assert table_files.read_workbook(data, 10) == [["nome", "tessera"], [], ["Lia", "113"], ["Ugo", "12.5"]]
    text = csv_lists.decode_file(data)
    rows = csv_lists.read_rows(text, {"nome": "name", "tessera": "card"}, ["name"])
    assert rows == [(3, {"name": "Lia", "card": "113"}), (4, {"name": "Ugo", "card": "12.5"})]


# ---- workbooks that mean harm


def changed(data: bytes, name: str, content: bytes) -> bytes:
    """Return a workbook with another content of one of its parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, content if part == name else old.read(part))
    return file.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
NAMES = [["nome"], ["Lia"]]


def of_sheet(rows: str, head: str = "") -> bytes:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    content = (
        f'<?xml version="1.0"?>{head}<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'
    )
    return changed(workbook(NAMES), SHEET, content.encode())


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = changed(workbook(NAMES), SHEET, b" " * 50_000_000)
    assert len(bomb) < 100_000
    with pytest.raises(WorkbookTooLarge):
        table_files.read_workbook(bomb, 10)
    with refused("too_large"):
        csv_lists.decode_file(bomb)


@pytest.mark.parametrize(
    ("part", "content"),
    [
        (SHEET, b"<worksheet><sheetData><row>" + b"<c/>" * 600_000 + b"</row></sheetData></worksheet>"),
        (SHEET, b"<worksheet><sheetData>" + b"<row/>" * 400_000 + b"</sheetData></worksheet>"),
        ("xl/styles.xml", b"<styleSheet><fonts>" + b"<font/>" * 70_000 + b"</fonts></styleSheet>"),
    ],
)
def test_many_empty_tags_are_refused_before_they_are_read(
    part: str, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "load_workbook", None)
    with pytest.raises(WorkbookTooLarge):
        table_files.read_workbook(changed(workbook(NAMES), part, content), 10)


def test_the_largest_list_of_members_is_read() -> None:
    people = [[f"Socio {number}", str(number), "prima"] for number in range(csv_lists.MOST_LINES)]
    assert len(table_files.read_workbook(workbook([["nome", "tessera", "categoria"], *people]), 10**6)) > 1000


@pytest.mark.parametrize("row", [100_000, 1_048_576])
def test_no_gap_of_rows_is_filled_for_long(row: int) -> None:
    with pytest.raises(WorkbookTooLarge):
        table_files.read_workbook(of_sheet(f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>'), 10)


def test_a_row_far_below_is_not_waited_for() -> None:
    far = of_sheet('<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>')
    with pytest.raises(BadWorkbook):
        table_files.read_workbook(far, 10)


def test_a_sheet_with_too_many_rows_is_refused() -> None:
    most = csv_lists.MOST_LINES
    text = csv_lists.decode_file(of_sheet('<row><c t="str"><v>nome</v></c></row>' * (most + 2)))
    with refused("roster_lines"):
        csv_lists.read_rows(text, {"nome": "name"}, ["name"])


def test_the_size_that_a_sheet_states_is_not_believed() -> None:
    rows = '<row r="1"><c t="str"><v>nome</v></c></row><row r="2"><c t="str"><v>Lia</v></c></row>'
    data = of_sheet(rows).replace(b"", b"")
    assert table_files.read_workbook(data, 10)[1][0] == "Lia"
    stated = changed(
        data, SHEET,
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1"/>'
        + f"<sheetData>{rows}</sheetData></worksheet>".encode(),
    )  # fmt: skip
    assert table_files.read_workbook(stated, 10)[1][0] == "Lia"


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04",
        b"PK\x03\x04" + b"x" * 1000,
        changed(workbook(NAMES), SHEET, b"<worksheet"),
        changed(workbook(NAMES), "xl/workbook.xml", b"<workbook/>"),
        changed(workbook(NAMES), "[Content_Types].xml", b""),
        of_sheet("", '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'),
        of_sheet('<row r="1"><c r="A1" t="s"><v>999</v></c></row>'),
        of_sheet('<row r="1"><c r="A1" t="n"><v>viii</v></c></row>'),
    ],
)  # fmt: skip
def test_a_broken_workbook_is_refused_with_its_reason(data: bytes) -> None:
    with refused("roster_workbook"):
        csv_lists.decode_file(data)


def test_a_part_without_cells_is_small() -> None:
    """Reading a million styles would take half a minute."""
    styles = b"<styleSheet/>" + b" " * 600_000
    with pytest.raises(WorkbookTooLarge):
        table_files.read_workbook(changed(workbook(NAMES), "xl/styles.xml", styles), 10)
