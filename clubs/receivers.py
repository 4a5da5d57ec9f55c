"""Receivers of signals: the house rules of a club go with it."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from clubs.models import ClubRules


@receiver(post_delete, sender=ClubRules)
def delete_rules_of_club(instance: ClubRules, **_others: Any) -> None:
    instance.house.delete()
