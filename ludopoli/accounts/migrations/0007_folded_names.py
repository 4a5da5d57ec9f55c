from django.db import migrations, models

from ludopoli.text.letters import fold


def fold_names(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    folded = []
    for person in User.objects.only("pk", "username").iterator(2000):
        person.folded = fold(person.username)
        folded.append(person)
    User.objects.bulk_update(folded, ["folded"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_first_deals")]

    operations = [
        migrations.AddField(
            "user",
            "folded",
            models.TextField(
                db_default="",
                editable=False,
                help_text="the name without capitals and accents, by which it is found",
            ),
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex("user", models.Index(fields=["folded"], name="folded_names")),
    ]
