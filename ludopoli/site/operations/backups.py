"""Backups of both modes while people play, and how they are restored.

A backup is a copy of the database and, beside it, a description (`.json`): the digest of its bytes, the
number of rows of each table at the moment of the copy, and a fingerprint of the secret key, which is kept
elsewhere.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import dj_database_url
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.encoding import force_bytes

from games.models import Epoch
from games.play import epoch
from ludopoli.site.operations import copies
from ludopoli.site.operations.copies import Damaged

SQLITE, POSTGRESQL = ".sqlite3", ".dump"


@dataclass(frozen=True, slots=True)
class Description:
    digest: str
    key: str
    """The fingerprint of the secret key that opens the sealed texts in the backup."""
    counts: dict[str, int]


def back_up(folder: Path) -> Path:
    """Copy the database into a folder, as it is at one moment. Raises `Damaged` if the copy is not whole."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    suffix = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
    path = folder / f"ludopoli-{timezone.now():%Y%m%d-%H%M%S-%f}{suffix}"
    unfinished = path.with_suffix(".part")
    unfinished.touch(mode=0o600)
    rows = _copy_sqlite(unfinished) if suffix == SQLITE else _dump(unfinished)
    described = Description(_digest(unfinished), _fingerprint(settings.SECRET_KEY), rows)
    description(path).touch(mode=0o600)
    description(path).write_text(json.dumps(asdict(described), indent=1))
    unfinished.replace(path)
    return path


def description(path: Path) -> Path:
    return path.with_suffix(".json")


def described(path: Path) -> Description:
    """Return the description of a backup. Raises `Damaged` if a file is missing, or the two do not match."""
    if not path.is_file() or not description(path).is_file():
        raise Damaged(f"{path} or its description {description(path).name} is missing")
    found = Description(**json.loads(description(path).read_text()))
    if _digest(path) != found.digest:
        raise Damaged(f"{path} has changed since it was made")
    return found


def check_backup(path: Path, scratch: str = "") -> int:
    """Check a backup; return the number of matches replayed. Raises `Damaged`.

    A dump of PostgreSQL is restored into the empty database `scratch` for this.
    """
    expected = described(path)
    if path.suffix == SQLITE:
        database = {"ENGINE": "django.db.backends.sqlite3", "NAME": path}
    elif scratch:
        database = dict(dj_database_url.parse(scratch))
        _load(path, database)
    else:
        _run("pg_restore", "--list", str(path))
        return 0
    with copies.open_database(database) as alias:
        return copies.check_copy(alias, expected.counts)


def restore_backup(path: Path, *, other_key: bool = False) -> int:
    """Replace the database by a backup, which is checked first; return the number of matches replayed.

    No site may run. Raises `Damaged`; `PermissionError` for a backup with another key or of the other mode.
    """
    expected = described(path)
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not other_key and expected.key not in map(_fingerprint, keys):
        raise PermissionError("SECRET_KEY is not the one of this backup: see 'Another key' in docs/deploy.md")
    if (path.suffix == SQLITE) != (connection.vendor == "sqlite"):
        raise PermissionError("this backup is of the other mode")
    if path.suffix == SQLITE:
        replayed = check_backup(path)
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


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fingerprint(key: str | bytes) -> str:
    return hmac.new(force_bytes(key), b"ludopoli backup", hashlib.sha256).hexdigest()[:16]
