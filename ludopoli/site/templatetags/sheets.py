"""`{% sheet "table" %}`: the address of a style sheet joined with the sheets it lists."""

from __future__ import annotations

from django import template

from ludopoli.http import sheets

register = template.Library()
register.simple_tag(sheets.sheets_address, name="sheet")
register.simple_tag(sheets.address_if_any, name="sheet_if_any")
