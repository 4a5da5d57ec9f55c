from django.db import migrations

import clubs.role_field
import clubs.roles


class Migration(migrations.Migration):
    """The column with a member's role takes longer codes, and its choices need no migration any more."""

    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="member",
            name="role",
            field=clubs.role_field.RoleField(
                choices=clubs.roles.club_role_choices, default="member", max_length=20
            ),
        ),
    ]
