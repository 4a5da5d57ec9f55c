"""Compile the kernels of the bots ahead of time."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from ludocards.bots import registry


class Command(BaseCommand):
    help = "Compile what bots think with: half a minute after a new version, a second or two otherwise."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        registry.warm_up()
