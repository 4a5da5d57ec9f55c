from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ludopoli.site.operations.doctor import Finding, Grade, examine_parts

SIGNS = {Grade.FINE: " ok ", Grade.WARNING: "warn", Grade.DEFECT: "FAIL"}


class Command(BaseCommand):
    help = "Examine this installation, and say for each finding what to do. Fails if there is a defect."
    requires_system_checks = ()  # the findings include them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs: one object per line")

    def handle(self, *args: Any, **options: Any) -> None:
        grades: Counter[Grade] = Counter()
        for part, finding in examine_parts():
            grades[finding.grade] += 1
            self.stdout.write(_as_json(part, finding) if options["json"] else _as_text(part, finding))
        if grades[Grade.DEFECT]:
            raise CommandError(f"{grades[Grade.DEFECT]} defects, {grades[Grade.WARNING]} warnings")


def _as_text(part: str, finding: Finding) -> str:
    line = f"{SIGNS[finding.grade]}  {part:<10}  {finding.text}"
    return f"{line}\n{'':18}→ {finding.advice}" if finding.advice else line


def _as_json(part: str, finding: Finding) -> str:
    return json.dumps(
        {"part": part, "grade": finding.grade, "finding": finding.text, "advice": finding.advice},
        ensure_ascii=False,
    )
