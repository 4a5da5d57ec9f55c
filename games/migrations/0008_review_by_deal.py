from django.db import migrations, models
from django.db.models.deletion import CASCADE


def to_rows(apps, schema_editor):
    """Each deal of a review gets a row of its own; what stays says something of the whole match."""
    reviews, deals = apps.get_model("games", "Review"), apps.get_model("games", "ReviewedDeal")
    for review in reviews.objects.iterator(chunk_size=20):
        found = review.judged if review.document is None else review.document.pop("deals", [])
        deals.objects.bulk_create(deals(review=review, deal=each["deal"], document=each) for each in found)
        review.save(update_fields=["document"])


def to_lists(apps, schema_editor):
    reviews, deals = apps.get_model("games", "Review"), apps.get_model("games", "ReviewedDeal")
    for review in reviews.objects.iterator(chunk_size=20):
        found = [each.document for each in deals.objects.filter(review=review).order_by("deal")]
        if review.document is None:
            review.judged = found
        else:
            review.document["deals"] = found
        review.save(update_fields=["judged", "document"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_longer_names_of_boards"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReviewedDeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField()),
                ("document", models.JSONField(help_text="docs/review.md")),
                (
                    "review",
                    models.ForeignKey(
                        db_index=False, on_delete=CASCADE, related_name="deals", to="games.review"
                    ),
                ),
            ],
            options={
                "ordering": ["deal"],
                "constraints": [
                    models.UniqueConstraint(fields=("review", "deal"), name="deal_reviewed_once")
                ],
            },
        ),
        migrations.RunPython(to_rows, to_lists),
        migrations.RemoveField(model_name="review", name="judged"),
        migrations.AlterField(
            model_name="review",
            name="document",
            field=models.JSONField(help_text="what it says of the whole match: docs/review.md", null=True),
        ),
    ]
