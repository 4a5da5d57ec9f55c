"""A stroke alphabet for mottos: capitals on a grid of 6 by 10, so that no font is needed."""

from .geometry import num

STROKES = {
    "A": "0,10 3,0 6,10;1.2,6.4 4.8,6.4",
    "B": "0,10 0,0 4,0 5.4,2.4 4,4.8 0,4.8;4,4.8 5.8,7.4 4,10 0,10",
    "C": "6,1.6 4,0 2,0 0,3 0,7 2,10 4,10 6,8.4",
    "D": "0,0 0,10 3,10 6,7 6,3 3,0 0,0",
    "E": "6,0 0,0 0,10 6,10;0,5 4.4,5",
    "F": "6,0 0,0 0,10;0,5 4.4,5",
    "H": "0,0 0,10;6,0 6,10;0,5 6,5",
    "I": "3,0 3,10",
    "L": "0,0 0,10 5.6,10",
    "M": "0,10 0,0 3,6 6,0 6,10",
    "N": "0,10 0,0 6,10 6,0",
    "O": "2,0 4,0 6,3 6,7 4,10 2,10 0,7 0,3 2,0",
    "P": "0,10 0,0 4,0 6,2.6 4,5.2 0,5.2",
    "R": "0,10 0,0 4,0 6,2.6 4,5.2 0,5.2;3,5.2 6,10",
    "S": "6,1.4 4,0 2,0 0,2.4 1.4,4.6 4.6,5.4 6,7.6 4,10 2,10 0,8.6",
    "T": "0,0 6,0;3,0 3,10",
    "U": "0,0 0,7 2,10 4,10 6,7 6,0",
    "V": "0,0 3,10 6,0",
}
_STEP = 9


def lettering(text, x, y, height, colour="$ink", max_width=140):
    """A line of capitals centred on x, its top at y; narrower than tall if it would be too wide."""
    scale = height / 10
    squeeze = min(scale, max_width / (len(text) * _STEP))
    left = x - (len(text) * _STEP - 3) * squeeze / 2
    data = ""
    for place, letter in enumerate(text):
        for stroke in filter(None, STROKES.get(letter, "").split(";")):
            steps = [word.split(",") for word in stroke.split()]
            at = [f"{num(left + (place * _STEP + float(px)) * squeeze)},{num(y + float(py) * scale)}" for px, py in steps]
            data += "M" + "L".join(at)
    return f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{num(height / 7)}"/>'
