"""Tells the sockets of a table that something is newer. What it is they read themselves."""

from __future__ import annotations

from typing import Any

from ludopoli.base.bells import ring

LOBBY = "lobby"


def table_group(table_id: int) -> str:
    return f"table.{table_id}"


def ring_table(table_id: int, **news: Any) -> None:
    """Tell everybody at a table: `match` and `version`, or `revision`, or `chat`."""
    ring(table_group(table_id), {"type": "doorbell", **news})


def account_group(user_id: int) -> str:
    return f"account.{user_id}"


def ring_account(user_id: int) -> None:
    """Tell the streams of an account that its feed has something new."""
    ring(account_group(user_id), {"type": "doorbell"})


def ring_lobby() -> None:
    ring(LOBBY, {"type": "doorbell"})
