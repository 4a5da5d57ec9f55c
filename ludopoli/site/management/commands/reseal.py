from __future__ import annotations

import json
import re
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import models, transaction
from django.db.models.functions import Cast

from ludopoli.base import sealing
from ludopoli.site.operations import site_lock


class Command(BaseCommand):
    help = (
        "Seal all sealed texts again with the current SECRET_KEY, so that former keys can be removed from "
        "SECRET_KEY_FALLBACKS. Stop the site meanwhile."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.lost = self.sealed = 0
        with site_lock.site_stopped(), transaction.atomic():
            for model in apps.get_models():
                for field in model._meta.concrete_fields:
                    if isinstance(field, models.TextField | models.JSONField):
                        self.reseal(model, field.name)
        self.stdout.write(f"{self.sealed} sealed anew")
        if self.lost:
            raise CommandError(
                f"{self.lost} were sealed with a key that is not configured, and stay as they are"
            )

    def reseal(self, model: type[models.Model], name: str) -> None:
        rows = model._default_manager.annotate(_text=Cast(name, models.TextField()))
        for row in rows.filter(_text__contains=sealing.MARK).only("pk", name).iterator():
            value = json.loads(sealing.SEALED.sub(self.anew, json.dumps(getattr(row, name))))
            model._default_manager.filter(pk=row.pk).update(**{name: value})

    def anew(self, found: re.Match[str]) -> str:
        try:
            text = sealing.unseal_text(found.group())
        except sealing.KeyLost:
            self.lost += 1
            return found.group()
        self.sealed += 1
        return sealing.seal_text(text)
