"""The trumps of the Sicilian deck: an emblem for each of the 22.

The field behind shows the rank at a glance: night for the arie (16 to 20), petrol for 11 to 15, terracotta
for 6 to 10, olive for 1 to 5.
"""

from .trumps_high import appeso, giove, luna, morte, palla, sole, stella, tempo, torre, vascello
from .trumps_low import (
    amore,
    carro,
    costanza,
    fortezza,
    fuggitivo,
    giustizia,
    imperatore,
    imperatrice,
    miseria,
    picciotti,
    ruota,
    temperanza,
)

_ARIA, _HIGH, _MID, _LOW = "$aria", "$high", "$mid", "$low"


TRUMPS = {
    "T20": (_ARIA, giove),
    "T19": (_ARIA, palla),
    "T18": (_ARIA, sole),
    "T17": (_ARIA, luna),
    "T16": (_ARIA, stella),
    "T15": (_HIGH, torre),
    "T14": (_HIGH, vascello),
    "T13": (_HIGH, morte),
    "T12": (_HIGH, tempo),
    "T11": (_HIGH, appeso),
    "T10": (_MID, ruota),
    "T9": (_MID, carro),
    "T8": (_MID, amore),
    "T7": (_MID, giustizia),
    "T6": (_MID, fortezza),
    "T5": (_LOW, temperanza),
    "T4": (_LOW, costanza),
    "T3": (_LOW, imperatore),
    "T2": (_LOW, imperatrice),
    "T1": (_LOW, picciotti),
    "T0": ("$dust", miseria),
    "F": ("$fool", fuggitivo),
}
