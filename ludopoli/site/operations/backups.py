"""Backups of both modes while people play, and how they are restored.

A backup is a copy of the database and, beside it, a description (`.json`): the digest of its bytes, the
number of rows of each table at the moment of the copy, and a fingerprint of the secret key, which is kept
elsewhere. The description is sealed with that key. A copy gets its name once it is checked.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from django.conf import settings
from django.db import connection, connections, transaction
from django.utils import timezone
from django.utils.encoding import force_bytes

from games.models import Epoch
from games.play import epoch
from ludopoli.site.operations import copies
from ludopoli.site.operations.copies import Damaged

SQLITE, POSTGRESQL = ".sqlite3", ".dump"
DAMAGED = ".damaged"
"""The suffix of a copy that has failed its check, and of its description."""

BETWEEN_TRIALS = timedelta(days=6, hours=12)
"""The time after which a copy of PostgreSQL is restored again as a trial."""

MADE = "ludopoli-%Y%m%d-%H%M%S-%f"
"""The name of a backup, without its suffix."""


@dataclass(frozen=True, slots=True)
class Description:
    digest: str
    key: str
    """The fingerprint of the secret key that opens the sealed texts in the backup."""
    counts: dict[str, int]
    seal: str = ""
    """Empty in those of former versions."""
    tried_at: str = ""
    """When the copy was last opened, its rows counted and its matches replayed; empty for never."""


@dataclass(frozen=True, slots=True)
class Backup:
    path: Path
    made_at: datetime
    tried_at: datetime | None


def back_up(folder: Path, scratch: str = "") -> tuple[Path, int]:
    """Copy the database into a folder, as it is at one moment, and check the copy; return its path and the
    number of matches replayed.

    Raises `Damaged` if the copy is not whole: it is kept, as `.damaged`. `scratch` is as for `check_backup`;
    without one, `BACKUP_SCRATCH_URL` is used once a week.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    suffix = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
    path = folder / f"{timezone.now():{MADE}}{suffix}"
    unfinished = path.with_suffix(".part")
    unfinished.touch(mode=0o600)
    try:
        rows = _copy_sqlite(unfinished) if suffix == SQLITE else _dump(unfinished)
        made = Description(_digest(unfinished), _fingerprint(settings.SECRET_KEY), rows)
        made = replace(made, seal=_seal(made, settings.SECRET_KEY))
        replayed = _examine(unfinished, suffix, made, scratch or _scratch_that_is_due(folder))
    except Damaged:
        unfinished.replace(_aside(path))
        raise
    _describe(path, made if replayed is None else _tried(made))
    unfinished.replace(path)
    return path, replayed or 0


def description(path: Path) -> Path:
    return path.with_suffix(".json")


def list_backups(folder: Path) -> list[Backup]:
    """Return the backups in a folder, the latest last."""
    found = []
    for path in sorted(folder.glob("ludopoli-*")):
        if path.suffix in (SQLITE, POSTGRESQL) and description(path).is_file():
            tried = _description(path).tried_at
            made = datetime.strptime(path.stem, MADE).replace(tzinfo=UTC)
            found.append(Backup(path, made, datetime.fromisoformat(tried) if tried else None))
    return found


def remove_older(folder: Path, keep: int) -> list[Path]:
    """Remove all backups of a folder but the latest ones, and what those that were broken off a day ago have
    left; return their paths."""
    older = [each.path for each in list_backups(folder)[:-keep]]
    for path in older:
        path.unlink()
        description(path).unlink()
    yesterday = (timezone.now() - timedelta(days=1)).timestamp()  # another one may be under way
    left = [path for path in sorted(folder.glob("ludopoli-*.part")) if path.stat().st_mtime < yesterday]
    for path in left:
        path.unlink()
    return [*older, *left]


def described(path: Path, *, other_key: bool = False) -> Description:
    """Return the description of a backup.

    Raises `Damaged` if a file is missing, or the two do not match; `PermissionError` if no key of this site
    has sealed it, unless it may be another.
    """
    if not path.is_file() or not description(path).is_file():
        raise Damaged(f"{path} or its description {description(path).name} is missing")
    found = _description(path)
    keys = {_fingerprint(key): key for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)}
    if not other_key and found.key not in keys:
        raise PermissionError("SECRET_KEY is not the one of this backup: see 'Another key' in docs/deploy.md")
    if not other_key and not found.seal:
        raise PermissionError("a former version made this backup, without a seal: only --other-key takes it")
    is_ours = other_key or hmac.compare_digest(found.seal, _seal(found, keys[found.key]))
    if not is_ours or _digest(path) != found.digest:
        raise Damaged(f"{path} has changed since it was made")
    return found


def check_backup(path: Path, scratch: str = "") -> int:
    """Check a backup; return the number of matches replayed.

    A dump of PostgreSQL is restored for this into the database `scratch`, which is emptied before; without
    one its content is only read. Raises `Damaged`, and the backup loses its name; `PermissionError` as
    `described`.
    """
    try:
        expected = described(path)
        replayed = _examine(path, path.suffix, expected, scratch)
    except Damaged:
        for each in filter(Path.is_file, (path, description(path))):
            each.replace(_aside(each))
        raise
    if replayed is not None:
        _describe(path, _tried(expected))
    return replayed or 0


def _examine(path: Path, suffix: str, expected: Description, scratch: str) -> int | None:
    """Return the number of matches that the referee has replayed; None if the copy could only be read."""
    if suffix == SQLITE:
        database: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": path}
    elif scratch:
        database = dict(dj_database_url.parse(scratch))
        _empty(database)
        _load(path, database)
    else:
        _run("pg_restore", f"--file={os.devnull}", str(path))
        return None
    with copies.open_database(database) as alias:
        return copies.check_copy(alias, expected.counts)


def _empty(database: dict[str, Any]) -> None:
    """Drop all tables of a scratch database. Raises `Damaged` if it is the one of the site."""
    asked = "SELECT pg_postmaster_start_time(), current_database()"
    with copies.open_database(database) as alias, connections[alias].cursor() as there:
        there.execute(asked)
        its = there.fetchone()
        with connection.cursor() as here:
            here.execute(asked)
            if here.fetchone() == its:
                raise Damaged("the database for trials is the one of the site: BACKUP_SCRATCH_URL")
        there.execute("DROP SCHEMA public CASCADE")
        there.execute("CREATE SCHEMA public")


def _scratch_that_is_due(folder: Path) -> str:
    """Return the database for trials, if the last trial is a week ago."""
    tried = [each.tried_at for each in list_backups(folder) if each.tried_at]
    is_due = not tried or timezone.now() - max(tried) > BETWEEN_TRIALS
    return str(settings.BACKUP_SCRATCH_URL) if is_due else ""


def restore_backup(path: Path, *, other_key: bool = False) -> int:
    """Replace the database by a backup, which is checked first; return the number of matches replayed.

    No site may run. Raises `Damaged`; `PermissionError` for a backup with another key or of the other mode.
    """
    expected = described(path, other_key=other_key)
    if (path.suffix == SQLITE) != (connection.vendor == "sqlite"):
        raise PermissionError("this backup is of the other mode")
    if path.suffix == SQLITE:
        replayed = _examine(path, SQLITE, expected, "") or 0
        connection.close()
        _put_in_place(path, Path(str(settings.DATABASES["default"]["NAME"])))
    else:
        _load(path, settings.DATABASES["default"])
        replayed = copies.check_copy("default", expected.counts)
    if Epoch._meta.db_table in connection.introspection.table_names():  # else `migrate` begins one
        epoch.renew_epoch()
    return replayed


def _copy_sqlite(path: Path) -> dict[str, int]:
    """Copy the file in one read transaction: writers go on meanwhile, and the copy has no write-ahead log."""
    source = Path(str(settings.DATABASES["default"]["NAME"]))
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(path)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode = DELETE")
    with copies.open_database({"ENGINE": "django.db.backends.sqlite3", "NAME": path}) as alias:
        return copies.row_counts(alias)


def _put_in_place(path: Path, target: Path) -> None:
    """Replace the database by a copy. The former files, with the write-ahead log, are kept under other
    names."""
    new = target.with_name(f"{target.name}.new")
    new.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as here, closing(sqlite3.connect(new)) as there:
        here.backup(there)
    before = f"{timezone.now():%Y%m%d-%H%M%S}"
    for suffix in ("-wal", "-shm", ""):
        former = target.with_name(target.name + suffix)
        if former.exists():
            former.replace(target.with_name(f"{target.name}-before-{before}{suffix}"))
    new.replace(target)


def _dump(path: Path) -> dict[str, int]:
    """Dump PostgreSQL and count its rows, both in one snapshot."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        rows = copies.row_counts("default")
        arguments = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        _run("pg_dump", *arguments, f"--file={path}", database=settings.DATABASES["default"])
    return rows


def _load(path: Path, database: dict[str, Any]) -> None:
    """Restore a dump in one transaction, in place of the present tables."""
    arguments = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"]
    _run("pg_restore", *arguments, f"--dbname={database['NAME']}", str(path), database=database)


def _run(program: str, *arguments: str, database: dict[str, Any] | None = None) -> None:
    """Run a program of PostgreSQL; the password is in its environment, where others cannot read it."""
    known = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    found = {name: str(database[key]) for name, key in known.items() if database and database.get(key)}
    modes = {"PGSSLMODE": "sslmode", "PGSSLROOTCERT": "sslrootcert"}
    options = database.get("OPTIONS", {}) if database else {}
    found |= {name: str(options[key]) for name, key in modes.items() if key in options}
    try:
        done = subprocess.run(
            [program, *arguments], env={**os.environ, **found}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise Damaged(f"{program} is missing: apt-get install postgresql-client") from None
    if done.returncode:
        raise Damaged(f"{program} failed: {done.stderr.strip()[-500:]}")


def _description(path: Path) -> Description:
    return Description(**json.loads(description(path).read_text()))


def _describe(path: Path, made: Description) -> None:
    description(path).touch(mode=0o600)
    description(path).write_text(json.dumps(asdict(made), indent=1))


def _tried(made: Description) -> Description:
    return replace(made, tried_at=timezone.now().isoformat())


def _aside(path: Path) -> Path:
    return path.with_name(path.name + DAMAGED)


def _seal(made: Description, key: str | bytes) -> str:
    sealed = json.dumps([made.digest, made.key, sorted(made.counts.items())])
    return hmac.new(force_bytes(key), f"ludopoli description {sealed}".encode(), hashlib.sha256).hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fingerprint(key: str | bytes) -> str:
    return hmac.new(force_bytes(key), b"ludopoli backup", hashlib.sha256).hexdigest()[:16]
