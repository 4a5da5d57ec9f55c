"""A connection is written to at once, whatever of it the kernel takes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet import main

from ludopoli.server import Prompt


class Kernel:
    """The socket of a connection with room for a few bytes."""

    def __init__(self) -> None:
        self.room = 0
        self.taken = b""

    def send(self, data: bytes) -> int:
        if not self.room:
            raise BlockingIOError(11, "try again")
        taken = bytes(data[: self.room])
        self.room -= len(taken)
        self.taken += taken
        return len(taken)


@pytest.fixture
def connection(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Kernel]:
    kernel = Kernel()
    made = Prompt.__new__(Prompt)
    made.__dict__.update(
        connected=1,
        socket=kernel,
        _tempDataBuffer=[],
        _tempDataLen=0,
        waits=False,
        protocol=SimpleNamespace(),
    )
    monkeypatch.setattr(made, "startWriting", lambda: setattr(made, "waits", True))
    monkeypatch.setattr(made, "stopWriting", lambda: setattr(made, "waits", False))
    return made, kernel


def test_a_message_is_written_at_once(connection: tuple[Any, Kernel]) -> None:
    made, kernel = connection
    kernel.room = 100
    made.write(b"one")
    made.write(b"two")
    assert kernel.taken == b"onetwo"
    assert not made.waits


def test_the_rest_of_a_message_waits_and_keeps_its_place(connection: tuple[Any, Kernel]) -> None:
    made, kernel = connection
    kernel.room = 2
    made.write(b"one")
    assert made.waits
    kernel.room = 100
    made.write(b"two")
    assert kernel.taken == b"on", "nothing overtakes what waits"
    made.doWrite()
    made.write(b"three")
    assert kernel.taken == b"onetwothree"
    assert not made.waits


def test_a_full_kernel_gets_the_message_later(connection: tuple[Any, Kernel]) -> None:
    made, kernel = connection
    made.write(b"one")
    kernel.room = 100
    made.doWrite()
    assert kernel.taken == b"one"


def test_a_lost_connection_is_noticed_by_twisted(
    connection: tuple[Any, Kernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _kernel = connection
    monkeypatch.setattr(made, "writeSomeData", lambda _data: main.CONNECTION_LOST)
    made.write(b"one")
    assert made.waits
    assert made.doWrite() is main.CONNECTION_LOST
