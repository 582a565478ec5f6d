"""What each client had of the judge's time, for all processes together."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_seating")]

    operations = [
        migrations.CreateModel(
            "Debt",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=20)),
                ("client", models.CharField(max_length=64)),
                ("until", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("what", "client"), name="one_debt_for_each_client"),
                ],
            },
        ),
    ]
