"""What a webhook can be told: each app adds its kinds of events, with a label for the form."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

PING = "ping"
"""The event of the test button, and of nobody else."""

KINDS: dict[str, Any] = {PING: _("I have tried it")}


def register(**labels: Any) -> None:
    """Add kinds. Raises `ValueError` if one is there already."""
    if twice := KINDS.keys() & labels.keys():
        raise ValueError(f"registered already: {sorted(twice)}")
    KINDS.update(labels)


def choices() -> list[tuple[str, Any]]:
    return [(kind, label) for kind, label in KINDS.items() if kind != PING]


def label(kind: str) -> str:
    """In words; one that is told no more by its name."""
    return str(KINDS.get(kind, kind))
