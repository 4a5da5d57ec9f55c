"""Admission to tables: the part of the platform that has opened one decides who sits and who knows of it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser

from games.models import Table
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused

Host = Callable[[User, Table], bool]
"""Returns whether a host admits a person to a reserved table; false if the table is not its own."""

Secrecy = Callable[[User | AnonymousUser, Table], bool]
"""Returns whether a host conceals a private table from a reader; false if the table is not its own."""

_hosts: list[Host] = []
_secrecies: list[Secrecy] = []


def register_admission_host(host: Host) -> Host:
    _hosts.append(host)
    return host


def register_secrecy(secrecy: Secrecy) -> Secrecy:
    _secrecies.append(secrecy)
    return secrecy


def is_concealed_from(reader: User | AnonymousUser, table: Table) -> bool:
    """Return whether the table does not exist for this reader, whatever address they have."""
    return table.private and any(secrecy(reader, table) for secrecy in _secrecies)


def is_admitted(user: User, table: Table) -> bool:
    """Return whether a person may sit at the table: it may be reserved for others."""
    return not table.reserved or any(host(user, table) for host in _hosts)


def check_admission(user: User, table: Table) -> None:
    if not is_admitted(user, table):
        raise ActionRefused("table_reserved")
