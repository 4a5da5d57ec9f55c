"""An examination of the whole installation: what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ludopoli.site.operations.doctor import outside, programs, services, stores
from ludopoli.site.operations.doctor.findings import Finding, Grade, defect

EXAMINATIONS: list[tuple[str, Callable[[], Iterable[Finding]]]] = [
    ("settings", programs.settings_of_the_site),
    ("files", programs.files),
    ("disk", programs.disk),
    ("database", stores.database),
    ("migrations", stores.migrations),
    ("clock", stores.clock),
    ("secrets", stores.secrets),
    ("redis", stores.redis),
    ("queues", stores.queues),
    ("web", services.web),
    ("workers", services.workers),
    ("failures", services.failures),
    ("mail", outside.mail),
    ("webhooks", outside.webhooks),
]
"""The parts of an installation in the order of their report, with their examinations."""


def examine() -> Iterator[tuple[str, Finding]]:
    """Examine every part. An examination that fails is a defect itself."""
    for part, examination in EXAMINATIONS:
        try:
            for finding in examination():
                yield part, finding
        except Exception as failure:
            yield part, defect(f"cannot be examined: {failure}", "Cure the defects above first.")


__all__ = ["EXAMINATIONS", "Finding", "Grade", "examine"]
