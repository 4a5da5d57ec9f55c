"""The column that holds the rules of a game."""

from __future__ import annotations

from typing import Any

from django.db import models

from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES, plain_rules


class RulesField(models.JSONField):
    """The rules of the row's `game`, as `Game.rules_json` writes them: a preset and the options that differ.

    In a record the preset may be left out, which means the default. A row is completed when it is saved, so
    rules in the database always name their preset.
    """

    def pre_save(self, model_instance: Any, add: bool) -> Any:
        rules = plain_rules(model_instance.game, getattr(model_instance, self.attname))
        if isinstance(rules, Refused):
            raise ValueError(f"{model_instance!r} has no rules: {rules.message}")
        setattr(model_instance, self.attname, rules)
        return rules

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if not isinstance(value, dict) or "preset" not in value:
            raise ValueError(f"rules without a preset: {value!r:.200}")
        return super().get_db_prep_save(value, connection)


def name_presets(model: type[models.Model]) -> None:
    """Complete the rules of rows stored before there was a `RulesField`, except for games that were
    removed."""
    rows = model._default_manager.filter(game__in=GAMES).exclude(rules__has_key="preset")
    for row in rows.only("game", "rules").iterator():
        row.save(update_fields=["rules"])
