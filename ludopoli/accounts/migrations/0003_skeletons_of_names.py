from django.db import migrations, models

from ludopoli.accounts.lookalikes import LONGEST_SKELETON, skeleton


def look(apps, schema_editor):
    """Who had the name first is the one that it looks like; the others keep theirs, without a skeleton."""
    User = apps.get_model("accounts", "User")
    seen = set()
    changed = []
    for person in User.objects.order_by("pk").only("pk", "username").iterator(2000):
        looks = skeleton(person.username)
        if looks not in seen:
            seen.add(looks)
            person.skeleton = looks
            changed.append(person)
    User.objects.bulk_update(changed, ["skeleton"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_seal_second_steps")]

    operations = [
        migrations.AddField(
            "user",
            "skeleton",
            models.CharField(
                max_length=LONGEST_SKELETON,
                null=True,
                editable=False,
                help_text="what the name looks like; null where it was given before that had to be its own",
            ),
        ),
        migrations.RunPython(look, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "user",
            "skeleton",
            models.CharField(
                max_length=LONGEST_SKELETON,
                null=True,
                unique=True,
                editable=False,
                help_text="what the name looks like; null where it was given before that had to be its own",
            ),
        ),
    ]
