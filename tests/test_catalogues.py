"""A run of the tests compiles the catalogues that it needs."""

from __future__ import annotations

import gettext
import os
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from django.conf import settings

from tests import catalogues
from tests.catalogues import PATTERNS, compile_catalogues

TEXT = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "card"\nmsgstr "%s"\n'


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "tests/some/locale/it/LC_MESSAGES"
    folder.mkdir(parents=True)
    (path := folder / "django.po").write_text(TEXT % "carta")
    return path


def test_a_catalogue_is_compiled_if_missing_or_of_another_source(tmp_path: Path, source: Path) -> None:
    compiled = source.with_suffix(".mo")
    assert compile_catalogues(tmp_path) == [compiled]
    assert compile_catalogues(tmp_path) == []
    source.write_text(TEXT % "carte")
    os.utime(source, (0, 0))  # as if the compiled file had been copied from elsewhere
    assert compile_catalogues(tmp_path) == [compiled]
    with compiled.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("card") == "carte"


def test_two_runs_can_compile_at_once(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = iter((1, 2))
    monkeypatch.setattr(os, "getpid", lambda: next(processes))

    def write_after_another_run(*arguments: Any) -> None:
        monkeypatch.setattr(catalogues, "write_mo", write_mo)
        compile_catalogues(tmp_path)
        write_mo(*arguments)

    monkeypatch.setattr(catalogues, "write_mo", write_after_another_run)
    assert compile_catalogues(tmp_path) == [source.with_suffix(".mo")]


def test_all_catalogues_are_compiled() -> None:
    sources = [path for pattern in PATTERNS for path in settings.BASE_DIR.glob(pattern)]
    assert len(sources) > 3
    assert [path for path in sources if not path.with_suffix(".mo").exists()] == []
