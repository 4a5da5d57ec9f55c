"""Chance that is the same in every run: cards, codes and names of guests follow from the name of a test.

The processes of an installation find its name in a file. `DEALS=word pytest …` deals other cards.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar
from uuid import UUID

T = TypeVar("T")

DRAWING = (
    "games.models.tables",
    "games.play.actions.dealing",
    "ludopoli.accounts.names",
    "tournaments.models.events",
)
"""The modules of the product whose draws decide which cards are dealt, and how guests are called."""


class NamedChance:
    """A stand-in for `secrets` and `uuid4`: its draws follow from its name, and from how many it has made for
    that name. Without a name it is as random as they are."""

    def __init__(self) -> None:
        self._name, self._turns = "", count()
        self._file: Path | None = None

    @contextmanager
    def named(self, name: str) -> Iterator[None]:
        """Draw by this name for a while, from its first draw on."""
        before = self._name, self._turns
        self._name, self._turns = name, count()
        try:
            yield
        finally:
            self._name, self._turns = before

    def follow(self, file: Path) -> None:
        """Draw by the name in a file, while it has one; all processes that do so draw in turn."""
        self._file = file

    def turn(self) -> str:
        """Return the name of the next draw; none without a name."""
        if self._name:
            return f"{self._name} {next(self._turns)}"
        if self._file is None or not self._file.exists():
            return ""
        with self._file.open("a+") as shared:
            fcntl.flock(shared, fcntl.LOCK_EX)
            shared.seek(0)
            name = shared.read()
            shared.write(".")
        return name

    def token_bytes(self, many: int) -> bytes:
        if name := self.turn():
            return hashlib.shake_256(f"{os.environ.get('DEALS', 'same')} {name}".encode()).digest(many)
        return os.urandom(many)

    def token_hex(self, many: int) -> str:
        return self.token_bytes(many).hex()

    def randbelow(self, bound: int) -> int:
        return int.from_bytes(self.token_bytes(16), "big") % bound

    def choice(self, options: Sequence[T]) -> T:
        return options[self.randbelow(len(options))]

    def uuid4(self) -> UUID:
        return UUID(bytes=self.token_bytes(16), version=4)


CHANCE = NamedChance()


def use_named_chance() -> None:
    """Let the product in this process draw from `CHANCE`."""
    for name in DRAWING:
        module: Any = import_module(name)
        module.secrets = CHANCE
    dealing: Any = import_module("games.play.actions.dealing")
    dealing.uuid = SimpleNamespace(uuid4=CHANCE.uuid4, UUID=UUID)
