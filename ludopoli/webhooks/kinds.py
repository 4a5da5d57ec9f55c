"""What a webhook can be told: each app adds its kinds of events, with a label for the form."""

from __future__ import annotations

from typing import Any

KINDS: dict[str, Any] = {"ping": ""}
"""`ping` is the event of the test button, and of nobody else."""


def register(**labels: Any) -> None:
    """Add kinds. Raises `ValueError` if one is there already."""
    if twice := KINDS.keys() & labels.keys():
        raise ValueError(f"registered already: {sorted(twice)}")
    KINDS.update(labels)


def choices() -> list[tuple[str, Any]]:
    return [(kind, label) for kind, label in KINDS.items() if label]
