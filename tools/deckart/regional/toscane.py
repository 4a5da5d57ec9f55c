"""Toscane: French suits, whole figures in fine dress, each with what it holds instead of its suit.

The record and the words at the table know the Italian suits: the lower corner has them.
"""

from .. import courts
from ..card import corner, frame, panel, paper, tabs, turned
from ..french import HALF, INK, LIGHT, OUTLINE, SHADE, numbers
from ..geometry import both, circle, flat, gouge, group, limb, line, ring, shape, solid, star
from ..palette import dress
from ..props import axe, fan, flower, heater, sceptre

FRENCH = {"B": "C", "C": "H", "D": "D", "S": "S"}
"""The French suit of each Italian one: clubs for bastoni, hearts for coppe, diamonds for denari, spades for spade."""

LETTERS = {"C": "D"}
"""The letters of ranks with another figure: a lady, in place of the knight."""

# --- what the figures hold -----------------------------------------------------------


def book():
    """The great book of the page of clubs."""
    art = solid("-26,-34! 22,-38! 28,26! -20,32!", "$blue", flat("-26,-34! -14,-35! -8,31! -20,32!", "$night"))
    art += shape("22,-38! 27,-34! 32,24! 28,27!", "$cream") + star(6, -3, 13, 6, 8, "$gold")
    return art + line("-10,-30 18,-33", 2, "$gold") + line("-5,25 23,22", 2, "$gold") + shape("26,-10! 34,-11! 35,-3! 27,-2!", "$gold")


def parchment():
    """The unrolled parchment of the kings of hearts and diamonds."""
    art = shape("-18,-48! 20,-48! 18,16! -20,16!", "$cream") + "".join(line(f"-12,{y} 13,{y}", 1.8) for y in (-36, -28, -20, -12, -4))
    art += limb("-23,-50 0,-50 25,-50", [10, 10, 10], "$sand") + limb("-25,18 0,18 23,18", [10, 10, 10], "$sand")
    return art + circle(8, 8, 5, "$brick")


def wreath():
    """The laurel wreath of the lady of clubs."""
    leaf = shape("0,3! -6,-5 0,-15! 6,-5", "$leaf")
    leaves = "".join(group(group(leaf, 0, -27, 1, 70), turn=turn) for turn in range(0, 360, 24))
    return group(leaves + ring(5, circle(0, -24, 2.6, "$brick")), 0, -30)


def lily():
    """The lily on the shield of the page of spades."""
    art = shape("0,-18! 6,-8 4,4! -4,4! -6,-8", "$brick") + both(shape("3,4! 6,-6 14,-10 16,-2! 11,-2 8,6!", "$brick"))
    return art + shape("-11,4! 11,4! 11,8! -11,8!", "$gold") + shape("-3,8! 3,8! 5,18 0,15 -5,18!", "$brick")


# --- the figures ------------------------------------------------------------------------

COLOURS = {
    "B": dict(c1="green", c1d="pine", c2="brick", c2d="wine", c3="gold", hair="wood", hair2="gold"),
    "C": dict(c1="brick", c1d="wine", c2="sky", c2d="blue", c3="gold", hair="ochre", hair2="brass"),
    "D": dict(c1="blue", c1d="night", c2="rose", c2d="russet", c3="ochre", hair="bark", hair2="ochre"),
    "S": dict(c1="russet", c1d="bark", c2="green", c2d="pine", c3="ochre", hair="ink", hair2="grey"),
}
PAGE = dict(grip=(152, 118), collar="ruff")
LADY = dict(grip=(156, 116))
KING = dict(grip=(156, 122))
LOOKS: dict[str, dict] = {
    "FB": dict(PAGE, hat="cap", carried=group(book(), 0, -6), grip=(146, 150), arm_r="122,107 146,134 142,146", collar="plain", contour="round"),
    "FC": dict(PAGE, hat="plumed", carried=flower(0, 6, 6), half=False, contour="oval"),
    "FD": dict(PAGE, hat="flat", carried=sceptre(0, 0, 4), half=True, hair_style="curls", cape=False, beard="moustache"),
    "FS": dict(PAGE, hat="plumed", carried=axe(0, 0), over=heater(56, 164, lily()), arm_l="82,107 60,132 62,148", beard="goatee", half=False, boot="$bark"),
    "CB": dict(LADY, hat="crown_lily", carried=wreath(), contour="round"),
    "CC": dict(LADY, hat="crown_rays", carried=flower(0, 6, 4), collar="fan", hair_style="curls"),
    "CD": dict(LADY, hat="crown_arch", carried=fan(0, 2, 14), collar="fan", hair_style="braid"),
    "CS": dict(LADY, hat="veil", hair_style="", carried=sceptre(0, 0, 6)),
    "RB": dict(KING, hat="crown_arch", beard="full", carried=sceptre(0, 0, 4), contour="square"),
    "RC": dict(KING, hat="crown_lily", beard="long", carried=group(parchment(), 6, -8), hair_style="long"),
    "RD": dict(KING, hat="crown_rays", beard="fork", carried=group(parchment(), 6, -8), hair_style="curls"),
    "RS": dict(KING, hat="crown_wall", beard="full", carried=courts.emblem("S", 0, 0, 0.95), hair_style="short"),
}
BUILDERS = {"F": courts.fante, "C": courts.regina, "R": courts.re}


def figure(rank, suit):
    art = BUILDERS[rank](LOOKS[rank + suit], "carried")
    return dress(group(art, *courts.BODY), **COLOURS[suit])


def ace(suit):
    """One great sign."""
    return group(flat(OUTLINE[suit], INK[suit]) + flat(HALF[suit], SHADE[suit]) + gouge(LIGHT[suit], 5, "$cream"), 100, 160, 1.3)


class ToscaneDeck:
    """Forty cards with French suits, and the Italian suit in the lower corner."""

    def signs(self):
        return {}

    def cards(self, large=False):
        return {rank + suit: self._card(rank, suit, large) for suit in FRENCH for rank in "A234567FCR"}

    def _card(self, rank, suit, large):
        french = FRENCH[suit]
        colour = INK[french]
        if rank in BUILDERS:
            art = panel("$cream") + figure(rank, suit) + tabs(large, 70)
        else:
            art = ace(french) if rank == "A" else numbers(french, int(rank))
            art = group(art, 40, 32, 0.8) if large else art
        index = corner(LETTERS.get(rank, rank), colour, f"n{french}", "large" if large else "plain")
        return paper() + frame(colour) + art + index + turned(corner(rank, colour, f"m{suit}", "small"))


DECK = ToscaneDeck()
