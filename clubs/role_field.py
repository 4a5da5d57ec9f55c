"""The column with a member's role, and the lookup of the lines whose role has a capability."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Lookup
from django.db.models.sql.compiler import SQLCompiler

from clubs import roles


class RoleField(CharField):
    """The code of a role. One that `ROLES` lacks, since a newer version of the site gave it, reads as the
    ordinary one."""

    def from_db_value(self, code: str | None, _expression: object, _connection: object) -> str | None:
        return code if code is None or code in roles.ROLES else roles.ORDINARY


@RoleField.register_lookup
class RoleMay(Lookup):
    """True of the roles that have a capability: `filter(role__may=Capability.PARTICIPATE)`."""

    lookup_name = "may"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        column, parameters = self.process_lhs(compiler, connection)
        codes, condition = roles.roles_with(self.rhs), "IN"
        if roles.ORDINARY in codes:  # so do those that the table lacks
            codes, condition = [code for code in roles.ROLES if code not in codes], "NOT IN"
        return f"{column} {condition} ({', '.join(['%s'] * len(codes))})", (*parameters, *codes)
