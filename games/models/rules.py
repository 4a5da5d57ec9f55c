"""The column that holds the rules of a game."""

from __future__ import annotations

from typing import Any

from django.db import models

from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES, plain_rules


class RulesField(models.JSONField):
    """The rules of the row's `game`, as `Game.rules_json` writes them: a preset's name and what differs.

    The record lets the preset be left out, and then the default is meant. No reader need know that: a row is
    completed when it is saved, and a value without a preset never reaches the database.
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
    """Complete the rules of rows stored before there was a `RulesField`; those of a removed game stay."""
    rows = model._default_manager.filter(game__in=GAMES).exclude(rules__has_key="preset")
    for row in rows.only("game", "rules").iterator():
        row.save(update_fields=["rules"])
