"""Remove from the entries of score pads what earlier versions stored without asking."""

from django.db import migrations

DEALT, STRUCK = ("id", "deal", "outcome", "rows", "at"), ("id", "strikes", "at")


def tidied(entry):
    return {name: entry[name] for name in (STRUCK if "strikes" in entry else DEALT) if name in entry}


def tidy(apps, _schema_editor):
    pads = apps.get_model("clubs", "Scorepad").objects
    for pk, log in pads.values_list("pk", "log").iterator(chunk_size=50):
        if (named := [tidied(entry) for entry in log]) != log:
            pads.filter(pk=pk).update(log=named)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_muted_people")]

    operations = [migrations.RunPython(tidy, migrations.RunPython.noop)]
