from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    name = "ludopoli.moderation"
    label = "moderation"

    def ready(self) -> None:
        from ludopoli.accounts import guests, publishing
        from ludopoli.moderation import newcomers, refusals, sanctions  # noqa: F401  (refusals are added to the table)
        from ludopoli.sockets import sessions

        post_migrate.connect(_make_group, sender=self)
        guests.at_the_door.append(newcomers.look_at)
        guests.made.append(newcomers.mute_again)
        sessions.bars.append(sanctions.is_barred)
        publishing.before.append(sanctions.check_writing)


def _make_group(using: str, **_signal: Any) -> None:
    """Create the group `moderators`, whose members moderate if they are staff."""
    from django.apps import apps
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission

    from ludopoli.moderation.models import GROUP, MODERATE

    create_permissions(apps.get_app_config("moderation"), verbosity=0, using=using)
    group, _ = Group.objects.using(using).get_or_create(name=GROUP)
    codename = MODERATE.partition(".")[2]
    may = Permission.objects.using(using).get(codename=codename, content_type__app_label="moderation")
    group.permissions.add(may)
