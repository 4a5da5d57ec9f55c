"""The migrated databases are kept from run to run until their sources change."""

from __future__ import annotations

from pathlib import Path

from tests.migrated import Migrated


def test_databases_are_kept_until_a_migration_or_a_package_changes(tmp_path: Path) -> None:
    sources = [tmp_path / "games/migrations/0001_initial.py", tmp_path / "requirements-dev.lock"]
    for source in sources:
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("")
    (kept := tmp_path / "kept").mkdir()
    for source in sources:
        before = Migrated.of_sources(tmp_path, kept)
        assert not before.are_kept()
        before.sqlite.touch()
        before.postgresql.touch()
        assert Migrated.of_sources(tmp_path, kept) == before
        assert before.are_kept()
        source.write_text("changed")
        assert Migrated.of_sources(tmp_path, kept) != before
        assert not before.are_kept()
        assert list(kept.iterdir()) == []
