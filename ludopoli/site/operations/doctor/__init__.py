"""An examination of the whole installation: what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ludopoli.site.operations.doctor import outside, programs, services, stores
from ludopoli.site.operations.doctor.findings import Finding, Grade, defect

EXAMINATIONS: list[tuple[str, Callable[[], Iterable[Finding]]]] = [
    ("settings", programs.settings_of_the_site),
    ("files", programs.examine_files),
    ("disk", programs.examine_disk),
    ("database", stores.examine_database),
    ("migrations", stores.examine_migrations),
    ("backups", stores.examine_backups),
    ("clock", stores.examine_clock),
    ("secrets", stores.examine_secrets),
    ("redis", stores.examine_redis),
    ("queues", stores.examine_queues),
    ("web", services.examine_web),
    ("workers", services.examine_workers),
    ("failures", services.examine_failures),
    ("retention", services.examine_retention),
    ("mail", outside.examine_mail),
    ("webhooks", outside.examine_webhooks),
]
"""The parts of an installation in the order of their report, with their examinations."""


def examine_parts() -> Iterator[tuple[str, Finding]]:
    """Examine every part. An examination that fails is a defect itself."""
    for part, examination in EXAMINATIONS:
        try:
            for finding in examination():
                yield part, finding
        except Exception as failure:
            yield part, defect(f"cannot be examined: {failure}", "Cure the defects above first.")


__all__ = ["EXAMINATIONS", "Finding", "Grade", "examine_parts"]
