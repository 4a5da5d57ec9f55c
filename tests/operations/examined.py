"""The findings of the doctor, for a test that calls them in a process of a running installation."""

from __future__ import annotations

from ludopoli.site.operations.doctor import examine_parts


def examined() -> list[tuple[str, str, str]]:
    """Return the part, the grade and the text of every finding."""
    return [(part, finding.grade, finding.text) for part, finding in examine_parts()]
