"""Outcomes of hands kept beside them, marks of states, removal by the manager, and uses that are counted."""

import uuid
from typing import Any

from django.db import migrations, models


def mark_each(apps: Any, schema_editor: Any) -> None:
    """A default would give all matches the same mark."""
    matches = apps.get_model("matches", "Match").objects
    for key in list(matches.values_list("pk", flat=True)):
        matches.filter(pk=key).update(mark=uuid.uuid4())


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.AddField("match", "mark", models.UUIDField(default=uuid.uuid4)),
        migrations.AddField("match", "removal", models.DateTimeField(db_index=True, null=True)),
        migrations.AddField("entry", "outcome", models.JSONField(null=True)),
        migrations.CreateModel(
            "Clock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen", models.DateTimeField()),
                ("steady_since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            "Use",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=20)),
                ("client", models.CharField(max_length=64)),
                ("began", models.DateTimeField(db_index=True)),
                ("count", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("what", "client"), name="one_use_for_each_client")]
            },
        ),
        migrations.RunPython(mark_each, migrations.RunPython.noop),
    ]
