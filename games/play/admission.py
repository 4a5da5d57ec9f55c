"""Admission to reserved tables: the part of the platform that has opened a table decides."""

from __future__ import annotations

from collections.abc import Callable

from games.models import Table
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User

Host = Callable[[User, Table], bool]
"""Returns whether a host admits a person to a reserved table; false if the table is not its own."""

_hosts: list[Host] = []


def register(host: Host) -> Host:
    _hosts.append(host)
    return host


def refuse(user: User, table: Table) -> Refused | None:
    """The reason why a person may not sit at the table, if it is reserved for others."""
    if not table.reserved or any(host(user, table) for host in _hosts):
        return None
    return Refused("table_reserved", "the table is reserved for others")
