"""Payments that are ticked off, and taken back."""

from django.db import migrations, models

KINDS = ["entered", "corrected", "removed", "closed", "reopened", "paid", "unpaid"]


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_outcomes_marks_removal")]

    operations = [
        migrations.AlterField("entry", "kind", models.CharField(max_length=10, choices=[(it, it) for it in KINDS])),
    ]
