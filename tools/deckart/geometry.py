"""A small drawing vocabulary: every function returns a piece of SVG markup.

Points are written as text, ``"10,20 30,40! 50,60"``: a smooth curve runs
through them, and ``!`` marks a sharp corner. Colours are palette names
written ``$ink``; the deck replaces them when it writes the file. Outlines
come from the surrounding ``<g>`` (ink, 2 units), so shapes only name fills.
"""

from math import atan2, cos, degrees, hypot, pi, radians, sin

LINE = 2.0


def num(value):
    """One decimal, no trailing zero, no minus zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def points(text):
    """Parse ``"x,y x,y!"`` into (x, y, is_corner) triples; triples pass through."""
    if not isinstance(text, str):
        return [p if len(p) == 3 else (p[0], p[1], False) for p in text]
    parsed = []
    for word in text.split():
        x, y = word.rstrip("!").split(",")
        parsed.append((float(x), float(y), word.endswith("!")))
    return parsed


def _unit(x, y):
    length = hypot(x, y) or 1.0
    return x / length, y / length


def _tenths(value):
    return round(value * 10)


def _join(numbers):
    """Tenths as the shortest text: ``-.5 1.2.3-4``."""
    text, dotted = "", False
    for value in numbers:
        whole, tenth = divmod(abs(value), 10)
        word = ("-" if value < 0 else "") + (str(whole) if whole or not tenth else "") + (f".{tenth}" if tenth else "")
        if text and not (word[0] == "-" or (word[0] == "." and dotted)):
            text += " "
        text += word
        dotted = "." in word
    return text


def spline(text, closed=True):
    """Path data of a smooth curve: handles follow the chord of the neighbours."""
    pts = points(text)
    count = len(pts)

    def tangent(i):
        if closed:
            before, after = pts[i - 1], pts[(i + 1) % count]
        else:
            before, after = pts[max(i - 1, 0)], pts[min(i + 1, count - 1)]
        return _unit(after[0] - before[0], after[1] - before[1])

    here = _tenths(pts[0][0]), _tenths(pts[0][1])
    data, last = "M" + _join(here), "M"
    for i in range(count if closed else count - 1):
        j = (i + 1) % count
        (x0, y0, sharp0), (x1, y1, sharp1) = pts[i], pts[j]
        there = _tenths(x1), _tenths(y1)
        if sharp0 and sharp1:
            if j == 0:
                break
            command, steps = "l", [there]
        else:
            reach = hypot(x1 - x0, y1 - y0) / 3
            (ax, ay), (bx, by) = tangent(i), tangent(j)
            if sharp0:
                ax, ay = _unit(x1 - bx * reach - x0, y1 - by * reach - y0)
            if sharp1:
                bx, by = _unit(x1 - x0 - ax * reach, y1 - y0 - ay * reach)
            command = "c"
            steps = [
                (_tenths(x0 + ax * reach), _tenths(y0 + ay * reach)),
                (_tenths(x1 - bx * reach), _tenths(y1 - by * reach)),
                there,
            ]
        numbers = _join([v for x, y in steps for v in (x - here[0], y - here[1])])
        if command == last:
            data += numbers if numbers[0] == "-" else " " + numbers
        else:
            data += command + numbers
        here, last = there, command
    return data + ("z" if closed else "")


def path(data, fill="none", extra=""):
    return f'<path d="{data}" fill="{fill}"{extra}/>'


def shape(text, fill):
    """A closed, outlined area."""
    return path(spline(text), fill)


def flat(text, fill):
    """A closed area without outline."""
    return path(spline(text), fill, ' stroke="none"')


def solid(text, fill, inside=""):
    """An outlined area with flat details inside that never cover its outline."""
    data = spline(text)
    return path(data, fill, ' stroke="none"') + inside + path(data)


def line(text, width=LINE, colour="$ink"):
    """An open curve."""
    extra = "" if colour == "$ink" else f' stroke="{colour}"'
    if width != LINE:
        extra += f' stroke-width="{num(width)}"'
    return path(spline(text, closed=False), "none", extra)


def _stroke(outlined):
    return "" if outlined else ' stroke="none"'


def circle(x, y, r, fill, outlined=True):
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{_stroke(outlined)}/>'


def ellipse(x, y, rx, ry, fill, outlined=True):
    return f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(ry)}" fill="{fill}"{_stroke(outlined)}/>'


def rect(x, y, w, h, fill, r=0, outlined=True):
    corner = f' rx="{num(r)}"' if r else ""
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"{corner} fill="{fill}"{_stroke(outlined)}/>'


def group(content, x=0, y=0, scale=1, turn=0, flip=False):
    """Move, turn (degrees), scale or mirror a piece around its own origin."""
    steps = []
    if x or y:
        steps.append(f"translate({num(x)},{num(y)})")
    if turn:
        steps.append(f"rotate({num(turn)})")
    if scale != 1 or flip:
        steps.append(f"scale({-scale if flip else scale:.3g},{scale:.3g})")
    return f'<g transform="{"".join(steps)}">{content}</g>' if steps else content


def mirror(content, axis=100):
    """The piece reflected left to right around a vertical axis."""
    return f'<g transform="matrix(-1,0,0,1,{num(2 * axis)},0)">{content}</g>'


def both(content, axis=0):
    """The piece and its reflection."""
    return content + mirror(content, axis)


def ring(count, piece, start=0):
    """The piece repeated around the origin; it is drawn pointing up."""
    return "".join(group(piece, turn=start + 360 * i / count) for i in range(count))


def polar(r, angle):
    """Point at a distance and an angle in degrees, 0 pointing up, clockwise."""
    return r * sin(radians(angle)), -r * cos(radians(angle))


def star(x, y, outer, inner, count, fill, turn=0, outlined=True):
    corners = []
    for i in range(2 * count):
        px, py = polar(inner if i % 2 else outer, turn + 180 * i / count)
        corners.append((x + px, y + py, True))
    return (shape if outlined else flat)(corners, fill)


def along(text, samples=12):
    """Points (x, y, unit normal x, unit normal y, t) along an open curve."""
    pts = points(text)
    steps = []
    count = len(pts)
    for i in range(count - 1):
        (x0, y0, s0), (x1, y1, s1) = pts[i], pts[i + 1]
        reach = hypot(x1 - x0, y1 - y0) / 3
        before, after = pts[max(i - 1, 0)], pts[min(i + 2, count - 1)]
        ax, ay = _unit(x1 - before[0], y1 - before[1]) if not s0 else _unit(x1 - x0, y1 - y0)
        bx, by = _unit(after[0] - x0, after[1] - y0) if not s1 else _unit(x1 - x0, y1 - y0)
        steps.append((x0, y0, x0 + ax * reach, y0 + ay * reach, x1 - bx * reach, y1 - by * reach, x1, y1))
    result = []
    for k in range(samples + 1):
        whole = k / samples * len(steps)
        i = min(int(whole), len(steps) - 1)
        t = whole - i
        x0, y0, x1, y1, x2, y2, x3, y3 = steps[i]
        u = 1 - t
        x = u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3
        y = u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3
        dx = 3 * u * u * (x1 - x0) + 6 * u * t * (x2 - x1) + 3 * t * t * (x3 - x2)
        dy = 3 * u * u * (y1 - y0) + 6 * u * t * (y2 - y1) + 3 * t * t * (y3 - y2)
        ux, uy = _unit(dx, dy)
        result.append((x, y, -uy, ux, k / samples))
    return result


def _width_at(widths, t):
    place = t * (len(widths) - 1)
    i = min(int(place), len(widths) - 2)
    return widths[i] + (widths[i + 1] - widths[i]) * (place - i)


def limb(text, widths, fill, outlined=True, samples=6, flat_ends=True):
    """A band of changing width along a curve: sleeves, legs, tails, blades."""
    left, right = [], []
    for x, y, nx, ny, t in along(text, samples):
        half = _width_at(widths, t) / 2
        for side, reach in ((left, half), (right, -half)):
            px, py = x + nx * reach, y + ny * reach
            # inside a sharp bend the offset runs backwards: leave that point out
            if not side or (px - side[-1][0]) * ny - (py - side[-1][1]) * nx > 0.3:
                side.append((px, py, False))
    if flat_ends:
        for side in (left, right):
            side[0] = (*side[0][:2], True)
            side[-1] = (*side[-1][:2], True)
    return (shape if outlined else flat)(left + right[::-1], fill)


def gouge(text, width=2.2, fill="$ink"):
    """One cut of the woodcutter's tool: thick in the middle, sharp at the ends."""
    left, right = [], []
    for x, y, nx, ny, t in along(text, 2 if len(points(text)) < 4 else 4):
        half = width / 2 * sin(pi * t)
        left.append((x + nx * half, y + ny * half, t in (0, 1)))
        right.append((x - nx * half, y - ny * half, False))
    return flat(left + right[-2:0:-1], fill)


def hatch(first, last, count, width=1.8, fill="$ink"):
    """Cuts that pass from the first curve to the last one."""
    a, b = points(first), points(last)
    cuts = []
    for i in range(count):
        t = i / (count - 1) if count > 1 else 0
        cuts.append(gouge([(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2]) for p, q in zip(a, b, strict=True)], width, fill))
    return "".join(cuts)


def angle_of(x0, y0, x1, y1):
    """Direction in degrees for ``group(turn=...)``, 0 pointing up."""
    return degrees(atan2(x1 - x0, y0 - y1))
