"""Who sits at the table now, where others sit there than at first, or otherwise."""

from django.db import migrations, models

KINDS = ["entered", "corrected", "removed", "closed", "reopened", "seated"]


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_outcomes_marks_removal")]

    operations = [
        migrations.AddField("match", "seating", models.JSONField(null=True)),
        migrations.AlterField(
            "entry", "kind", models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=10)
        ),
    ]
