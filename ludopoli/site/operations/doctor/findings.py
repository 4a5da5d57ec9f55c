"""A finding: how grave it is, what it is, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    FINE = "fine"
    WARNING = "warning"
    DEFECT = "defect"


@dataclass(frozen=True, slots=True)
class Finding:
    grade: Grade
    text: str
    advice: str = ""


def fine(text: str) -> Finding:
    return Finding(Grade.FINE, text)


def warning(text: str, advice: str) -> Finding:
    return Finding(Grade.WARNING, text, advice)


def defect(text: str, advice: str) -> Finding:
    return Finding(Grade.DEFECT, text, advice)
