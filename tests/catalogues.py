"""The compiled catalogues of texts, without which pages speak English."""

from __future__ import annotations

import os
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PATTERNS = ("locale/*/LC_MESSAGES/*.po", "tests/*/locale/*/LC_MESSAGES/*.po")


def compile_catalogues(root: Path) -> list[Path]:
    """Compile the catalogues that are missing, or were not compiled from their present sources; return them.

    The digest of its source ends a compiled file, where gettext does not look: a copied file may be newer
    than its source, and still be that of another one.
    """
    made = []
    for source in (each for pattern in PATTERNS for each in root.glob(pattern)):
        compiled, texts = source.with_suffix(".mo"), source.read_bytes()
        digest = sha256(texts).digest()
        if compiled.exists() and compiled.read_bytes().endswith(digest):
            continue
        fresh = compiled.with_suffix(f".{os.getpid()}")  # another run may compile it at the same time
        with fresh.open("wb") as file:
            write_mo(file, read_po(BytesIO(texts)))
            file.write(digest)
        fresh.replace(compiled)
        made.append(compiled)
    return made
