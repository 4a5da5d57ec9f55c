"""From now on the last sign-in of a guest is their last use; those of before count as used now."""

from django.db import migrations
from django.db.models.functions import Now


def count_as_used(apps, _editor):
    apps.get_model("accounts", "User").objects.filter(is_guest=True).update(last_login=Now())


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_refused_addresses_and_waiting_mails")]

    operations = [migrations.RunPython(count_as_used, migrations.RunPython.noop)]
