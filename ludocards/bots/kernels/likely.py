"""How likely a choice is for a player who follows rules of thumb, for the kernels of all games."""

from __future__ import annotations

from math import exp, log

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats


@kernel("float64(float64[:,::1],int64,int64,float64,float64)")
def log_chance(out: Floats, found: int, chosen: int, heat: float, slips: float) -> float:
    """The log-likelihood of a choice at temperature `heat` of the values, if a share `slips` is at random.

    `out` has the values of `found` choices in its first row, and the choices in its second.
    """
    best, mine, together = out[0, 0], 0.0, 0.0
    for i in range(found):
        best = max(best, out[0, i])
    for i in range(found):
        likely = exp((out[0, i] - best) / heat)
        together += likely
        if int(out[1, i]) == chosen:
            mine = likely
    return log((1 - slips) * mine / together + slips / found)
