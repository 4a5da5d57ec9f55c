"""Admission to tables: the part of the platform that has opened one decides who sits and who knows of it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser

from games.models import Table
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User

Host = Callable[[User, Table], bool]
"""Returns whether a host admits a person to a reserved table; false if the table is not its own."""

Secrecy = Callable[[User | AnonymousUser, Table], bool]
"""Returns whether a host conceals a private table from a reader; false if the table is not its own."""

_hosts: list[Host] = []
_secrecies: list[Secrecy] = []


def register(host: Host) -> Host:
    _hosts.append(host)
    return host


def register_secrecy(secrecy: Secrecy) -> Secrecy:
    _secrecies.append(secrecy)
    return secrecy


def is_concealed(reader: User | AnonymousUser, table: Table) -> bool:
    """Return whether the table does not exist for this reader, whatever address they have."""
    return table.private and any(secrecy(reader, table) for secrecy in _secrecies)


def refuse(user: User, table: Table) -> Refused | None:
    """The reason why a person may not sit at the table, if it is reserved for others."""
    if not table.reserved or any(host(user, table) for host in _hosts):
        return None
    return Refused("table_reserved", "the table is reserved for others")
