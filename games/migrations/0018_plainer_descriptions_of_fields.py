"""Describe some fields more plainly; the schema stays the same."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_seats_by_socket"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="challenge",
            name="heard",
            field=models.BooleanField(
                default=True, help_text="false if one of the two has blocked the other"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="command_id",
            field=models.CharField(
                help_text="the player and their own id, `2:6f1c…`", max_length=80, null=True
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="gone",
            field=models.JSONField(
                default=list, help_text="seats whose players got up: free when the match is over"
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="matches",
            field=models.PositiveIntegerField(help_text="rated matches"),
        ),
        migrations.AlterField(
            model_name="result",
            name="tally",
            field=models.JSONField(default=dict, help_text="the counts of the game for this person, by name"),
        ),
        migrations.AlterField(
            model_name="review",
            name="acts",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="number of choices to judge in all its deals"
            ),
        ),
        migrations.AlterField(
            model_name="review",
            name="document",
            field=models.JSONField(help_text="the review of the whole match (docs/review.md)", null=True),
        ),
        migrations.AlterField(
            model_name="review",
            name="done",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="the share of them judged so far, in thousandths"
            ),
        ),
        migrations.AlterField(
            model_name="revieweddeal",
            name="acts",
            field=models.PositiveIntegerField(db_default=0, default=0, help_text="number of choices judged"),
        ),
        migrations.AlterField(
            model_name="revieweddeal",
            name="seconds",
            field=models.FloatField(db_default=0, default=0, help_text="the time spent on them"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="coming",
            field=models.ForeignKey(
                help_text="the person who takes the seat from its bot when the deal in play is over",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats_to_come",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="nonce",
            field=models.CharField(
                blank=True, help_text="the number that its player adds to the next shuffle", max_length=64
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="hosted",
            field=models.BooleanField(
                default=False, help_text="its seats are assigned: nobody can take one or give one up"
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="next_commitment",
            field=models.CharField(blank=True, help_text="to the seed of its first deal", max_length=64),
        ),
        migrations.AlterField(
            model_name="table",
            name="quiet",
            field=models.BooleanField(
                default=False, help_text="its players do not chat until the match is over"
            ),
        ),
        migrations.AlterField(
            model_name="vantage",
            name="hand",
            field=models.BooleanField(help_text="true if the spectator sees the hand of the seat, too"),
        ),
    ]
