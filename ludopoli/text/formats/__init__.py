"""Dates as the site writes them: no zero before a day; in Italian, days and months in lower case.

The package is the site's `FORMAT_MODULE_PATH`. Django's own translation has the names in capitals; those here
are in our catalogue, which goes before it.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop

NAMES = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
