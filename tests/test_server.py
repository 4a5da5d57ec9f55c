"""A connection is written to at once, whatever of it the kernel takes."""

from __future__ import annotations

import asyncio
import socket
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet import main

from games.play import pulse
from ludopoli.site import asgi, server
from ludopoli.site.server import MOST_UNREAD, MOST_UNSENT, Bounded, ClosingSocket, Prompt


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


def test_the_pulse_begins_before_the_first_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nothing is swept, and the doctor finds no web process, until somebody comes."""
    assert asgi.server.Draining.when_live == [pulse.start_pulse]
    begun: list[str] = []
    monkeypatch.setattr(server.Draining, "when_live", [lambda: begun.append("begun")])
    monkeypatch.setattr(server, "LoopingCall", lambda *_arguments: SimpleNamespace(start=begun.append))
    server.Draining._live(server.Draining.__new__(server.Draining))
    assert begun == ["begun", server.watchdog.EVERY]


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_the_kernel_gives_up_a_client_that_has_vanished_after_a_minute() -> None:
    """Else what it holds, such as the place of a stream, is taken for a quarter of an hour."""
    reactor = SimpleNamespace(addReader=lambda _made: None)
    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_connection(door.getsockname()):
        accepted, address = door.accept()
        with accepted:
            Prompt(accepted, SimpleNamespace(), address, None, 0, reactor)
            waits = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert waits == 60_000


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


def test_a_client_that_reads_nothing_is_cut_off(
    connection: tuple[Any, Kernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it goes on sending, it is alive for every timeout."""
    made, _kernel = connection
    cut_off: list[int] = []
    monkeypatch.setattr(made, "abortConnection", lambda: cut_off.append(made.unsent))
    monkeypatch.setattr(server, "_message", lambda _factory, text: text.encode())
    line = ClosingSocket.__new__(ClosingSocket)
    line.__dict__.update(transport=made, state=ClosingSocket.STATE_OPEN, factory=None)
    frame = "x" * (MOST_UNSENT // 4)
    for _ in range(4):
        line.serverSend(frame)
    assert cut_off == []
    line.serverSend(frame)
    assert cut_off == [5 * len(frame)]


def test_a_client_that_sends_more_than_is_read_is_cut_off() -> None:
    cut_off: list[bool] = []
    line = ClosingSocket.__new__(ClosingSocket)
    line.__dict__.update(
        application_queue=asyncio.Queue(),
        client_addr=None,
        muted=False,
        transport=SimpleNamespace(abortConnection=lambda: cut_off.append(True)),
    )
    for _ in range(MOST_UNREAD):
        line.onMessage(b"{}", False)
    assert cut_off == []
    line.onMessage(b"{}", False)
    assert cut_off == [True]
    assert line.application_queue.qsize() == MOST_UNREAD


def test_a_response_that_fails_midway_is_cut_off() -> None:
    """Else a download that breaks off never ends, and Daphne sees no later failure of any application."""
    cut: list[str] = []
    request = Bounded.__new__(Bounded)
    transport = SimpleNamespace(abortConnection=lambda: cut.append("cut"))
    request.__dict__.update(_response_started=True, finished=0, channel=SimpleNamespace(transport=transport))
    request.handle_exception(RuntimeError("the database is gone"))
    assert cut == ["cut"]
