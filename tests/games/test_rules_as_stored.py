"""Rules may be sent without a preset, as the record allows, but stored rules always name one."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models
from django.test import Client
from django.utils import timezone

from clubs.models import Scorepad
from games import tasks
from games.models import Challenge, HouseRules, Match, Result, Table
from games.models.rules import RulesField, name_presets
from games.people import challenges
from games.play import actions
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.games.playing import play_on

ONE_DEAL = {"match_end": {"deals": 1}}
"""Rules without a preset, for which the default is meant."""

ON_RULES = [
    model
    for model in apps.get_models()
    for field in model._meta.fields
    if field.name == "rules" and not isinstance(field, models.TextField)  # the words of a club
]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_opened_without_a_preset_has_the_default(game: str, people: list[User]) -> None:
    table = actions.open_table(people[0], game=game, rules={}, players=GAMES[game].players[0])
    default = {"preset": next(iter(GAMES[game].presets))}
    assert table.rules == Table.objects.get().rules == default


def test_a_match_without_a_named_preset_is_scored_once(match: Any, people: list[User]) -> None:
    row = match(rules=ONE_DEAL)
    assert row.rules == {"preset": "classico", **ONE_DEAL}
    play_on(row)
    tasks.score_match(str(row.pk))
    assert [each.preset for each in Result.objects.filter(match=row)] == ["classico"] * 4
    assert Match.objects.get(pk=row.pk).scored


def test_a_challenge_to_a_table_without_a_preset_is_shown(people: list[User]) -> None:
    table = actions.open_table(people[0], game="tressette", rules=ONE_DEAL, players=4)
    assert isinstance(challenges.challenge_person(people[0], table, people[1].username), Challenge)
    browser = Client()
    browser.force_login(people[1])
    assert browser.get("/sfide/").status_code == 200


@pytest.mark.parametrize("model", ON_RULES, ids=lambda model: model._meta.label)
def test_every_column_of_rules_is_of_the_type_that_completes_them(model: type[models.Model]) -> None:
    assert isinstance(model._meta.get_field("rules"), RulesField)


def test_rules_without_a_preset_cannot_be_stored(people: list[User]) -> None:
    made = HouseRules(owner=people[0], game="tressette", name="Di casa", rules=ONE_DEAL)
    HouseRules.objects.bulk_create([made])
    house = HouseRules.objects.get()
    assert house.rules == {"preset": "classico", **ONE_DEAL}
    house.rules = {"accuse_window": 1}
    house.save(update_fields=["rules"])
    assert HouseRules.objects.get().rules == {"preset": "classico", "accuse_window": 1}
    with pytest.raises(ValueError, match="preset"):
        HouseRules.objects.update(rules=ONE_DEAL)
    with pytest.raises(ValueError, match="no option"):
        HouseRules.objects.create(owner=people[0], game="tressette", name="Altre", rules={"nonsense": 1})


@pytest.mark.django_db
@pytest.mark.parametrize("model", ON_RULES, ids=lambda model: model._meta.label)
def test_a_migration_completes_older_rows(model: type[models.Model], people: list[User]) -> None:
    row = _row(model, people[0])
    with connection.cursor() as cursor:  # the field would complete the rules
        cursor.execute(f"UPDATE {model._meta.db_table} SET rules = %s", ['{"match_end": {"deals": 1}}'])
    for _ in range(2):
        name_presets(model)
        row.refresh_from_db()
        assert row.rules == {"preset": "classico", **ONE_DEAL}


def _row(model: type[models.Model], owner: User) -> Any:
    known: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}}
    table = Table(players=4, **known)
    if model is Table:
        table.save()
        return table
    if model is HouseRules:
        return HouseRules.objects.create(owner=owner, name="Di casa", **known)
    if model is Match:
        table.save()
        return Match.objects.create(table=table, players=[], missed=[], snapshot={}, bank_ms=[], **known)
    if model is Scorepad:
        return Scorepad.objects.create(names=[], **known)
    now = timezone.now()
    fields = {"format": "swiss", "settings": {}, "unit": "single", "players": 4}
    return model._default_manager.create(registers_at=now, starts_at=now, **fields, **known)
