"""`{% sheet "tokens" "components" %}`: the address of these style sheets as one."""

from __future__ import annotations

from django import template

from ludopoli.base import sheets

register = template.Library()
register.simple_tag(sheets.address, name="sheet")
