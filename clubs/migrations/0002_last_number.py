from django.db import migrations, models
from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce


def take_over(apps, schema_editor):
    members = apps.get_model("clubs", "Member").objects.filter(club=OuterRef("pk")).order_by()
    last = members.values("club").annotate(last=Max("number")).values("last")
    apps.get_model("clubs", "Club").objects.update(last_number=Coalesce(Subquery(last), 0))


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="last_number",
            field=models.PositiveIntegerField(default=0, editable=False, help_text="of a member, ever given"),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
