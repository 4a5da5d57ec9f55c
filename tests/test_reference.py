"""The tables in `docs/reference` are those that `make docs` would write."""

from __future__ import annotations

from tools.reference import FOLDER, pages


def test_the_tables_of_the_documents_are_up_to_date() -> None:
    stored = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert stored == pages(), "run make docs"
