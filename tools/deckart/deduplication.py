"""Make a sprite small: whatever is drawn more than once is stored once.

Elements that recur become ``<use>``; then outlines that recur in other
colours share the path and keep their own fill. Drawing code knows nothing of it.
"""

import re
import xml.etree.ElementTree as tree
from collections import Counter

ELEMENT, OUTLINE = 150, 110  # shortest markup, shortest path worth a reference


def _text(node):
    return tree.tostring(node, encoding="unicode")


def _texts(root):
    """The markup of every node below the root, each made once from those of its children."""
    texts = {}

    def write(node):
        inner = "".join(write(child) for child in node)
        start = node.tag + "".join(f' {name}="{value}"' for name, value in node.items())
        texts[node] = f"<{start}>{inner}</{node.tag}>" if inner else f"<{start} />"
        return texts[node]

    write(root)
    return texts


def _tally(root, texts):
    """The number of times each element occurs, not counting inside a repeated one twice."""
    total = Counter(texts.values())
    counts = Counter()

    def walk(node):
        for child in node:
            text = texts[child]
            counts[text] += 1
            if counts[text] == 1 or total[text] == 1:
                walk(child)

    for holder in root:
        walk(holder)
    return counts


def share(cards, parts):
    """Return (cards, parts, outlines): markup by id, and the shared paths by id."""
    root = tree.fromstring("<r>" + "".join(f"<h>{markup}</h>" for markup in [*parts.values(), *cards.values()]) + "</r>")
    texts = _texts(root)
    counts = _tally(root, texts)
    names, shared = {}, {}

    def shrink(node):
        for index, child in enumerate(list(node)):
            text = texts[child]
            if counts[text] < 2 or len(text) < ELEMENT:
                shrink(child)
                continue
            if text not in names:
                names[text] = f"e{len(names)}"
                shrink(child)
                shared[names[text]] = _text(child)
            node[index] = tree.Element("use", {"href": f"#{names[text]}"})

    for holder in root:
        shrink(holder)
    markup = ["".join(_text(child) for child in holder) for holder in root]
    parts = dict(zip(parts, markup, strict=False)) | shared
    cards = dict(zip(cards, markup[len(markup) - len(cards) :], strict=True))
    return _share_outlines(cards, parts)


_PATH = re.compile(r'<path d="([^"]+)"([^>]*?)\s*/>')


def _share_outlines(cards, parts):
    counts = Counter(d for markup in [*cards.values(), *parts.values()] for d, _ in _PATH.findall(markup))
    names = {}

    def swap(match):
        d, rest = match.groups()
        if counts[d] < 2 or len(d) < OUTLINE:
            return match.group(0)
        return f'<use href="#{names.setdefault(d, f"o{len(names)}")}"{rest}/>'

    cards = {key: _PATH.sub(swap, markup) for key, markup in cards.items()}
    parts = {key: _PATH.sub(swap, markup) for key, markup in parts.items()}
    return cards, parts, {name: d for d, name in names.items()}
