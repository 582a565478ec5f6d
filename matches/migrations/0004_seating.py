"""Who sits at the table now, where others sit there than at first, or otherwise."""

from django.db import migrations, models

KINDS = ["entered", "corrected", "removed", "closed", "reopened", "paid", "unpaid", "seated"]


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_payments")]

    operations = [
        migrations.AddField("match", "seating", models.JSONField(null=True)),
        migrations.AlterField(
            "entry", "kind", models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=10)
        ),
    ]
