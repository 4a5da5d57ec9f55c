"""A process beside an installation that runs functions for its tests, so that Django starts only once.

Every line of its input is `{"do": "module:function", "with": {...}, "chance": name}`; for each it
prints a line, `{"done": ...}` or `{"failed": traceback}`.
"""

from __future__ import annotations

import gc
import io
import json
import os
import sys
import traceback
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

import django
from django.core.management import call_command
from django.db import close_old_connections

from tests.chance import CHANCE, use_named_chance

BETWEEN_COLLECTIONS = (2_000_000, 20, 100)
"""The thresholds of the garbage collector, for which a first `migrate` would spend a quarter of its time: it
makes garbage of 350 MB."""


def manage(arguments: list[str]) -> str:
    """Run `manage.py` with these arguments, and return its output."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        call_command(*arguments)
    return printed.getvalue()


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    module, _, function = asked["do"].partition(":")
    try:
        close_old_connections()
        with CHANCE.named(asked["chance"]):
            return {"done": getattr(import_module(module), function)(**asked["with"])}
    except (Exception, SystemExit):
        return {"failed": traceback.format_exc()}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    django.setup()
    use_named_chance()
    gc.set_threshold(*BETWEEN_COLLECTIONS)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
