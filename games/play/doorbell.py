"""The doorbell: a signal to sockets and streams that something has changed, without the change itself.

The sockets and streams then read what is new from the database.
"""

from __future__ import annotations

from typing import Any

from ludopoli.sockets.doorbell import ring_group

LOBBY = "lobby"


def table_group(table_id: int) -> str:
    return f"table.{table_id}"


def ring_table(table_id: int, **news: Any) -> None:
    """Ring the sockets at a table; `news` is `match` and `version`, or `revision`, or `chat`."""
    ring_group(table_group(table_id), {"type": "doorbell", **news})


def account_group(user_id: int) -> str:
    return f"account.{user_id}"


def ring_account(user_id: int) -> None:
    """Ring the streams of an account: its feed has something new."""
    ring_group(account_group(user_id), {"type": "doorbell"})


def ring_lobby() -> None:
    """Ring the lobby, at most once a second: its pages wait that long anyway."""
    ring_group(LOBBY, {"type": "doorbell"}, pause=1.0)
