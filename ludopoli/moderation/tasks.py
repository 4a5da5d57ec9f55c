"""Periodic deletion of old sightings."""

from __future__ import annotations

from celery import shared_task

from ludopoli.moderation import sightings


@shared_task
def forget() -> None:
    sightings.forget_sightings()
