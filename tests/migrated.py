"""The migrated databases that installations begin with; to migrate them takes ten core-seconds."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

PATTERNS = ("*/migrations/*.py", "*/*/migrations/*.py", "*/apps.py", "*/*/apps.py", "requirements-dev.lock")
"""The sources on which an empty database depends."""


class Migrated(NamedTuple):
    """The files of an empty database in both forms, which are kept from run to run."""

    sqlite: Path
    postgresql: Path
    """The file that `pg_dump` made."""

    @classmethod
    def of_sources(cls, root: Path, folder: Path) -> Migrated:
        """Name the files for the present sources under `root`; delete those of others."""
        digest = sha256(os.environ.get("POSTGRES_PROGRAMS", "").encode())
        for source in sorted(each for pattern in PATTERNS for each in root.glob(pattern)):
            digest.update(str(source.relative_to(root)).encode() + source.read_bytes())
        for former in folder.iterdir():
            if former.stem != digest.hexdigest():
                former.unlink(missing_ok=True)
        return cls(*(folder / f"{digest.hexdigest()}.{suffix}" for suffix in ("sqlite3", "dump")))

    def are_kept(self) -> bool:
        return all(file.exists() for file in self)
