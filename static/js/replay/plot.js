// A chart of the points that each side could expect through a deal; the table below it has the same figures.

const WIDTH = 840;
const HEIGHT = 250;
const LEFT = 44;
const RIGHT = 826;
const TOP = 14;
const BOTTOM = 208;
const REACH = 8; // added to the radius of a dot, to make it easy to touch

/** Make an element of SVG. */
function svgElement(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * Draw the chart of a deal. A place is a number of cards played. `lines` has a line for each side that is drawn,
 * its points by place; the scale goes from `least` to `most`. `tricks` lists the places where tricks begin,
 * `turns` the turning points as `{place, line}`; `here` is the place that the page shows. `title` and `summary`
 * are for screen readers.
 */
export function drawPlot({ lines, least, most, tricks, turns, here, title, summary }) {
  const places = lines[0].length - 1;
  const x = (place) => Math.round(LEFT + ((RIGHT - LEFT) * place) / Math.max(1, places));
  const y = (points) => Math.round(BOTTOM - ((BOTTOM - TOP) * (points - least)) / (most - least));
  const steps = (points) =>
    points.map((each, place) => (place ? `H${x(place)}V${y(each)}` : `M${x(0)},${y(each)}`)).join("");
  const ticks = least < 0 ? [...new Set([least, 0, most])] : [0, most / 2, most];
  return svgElement(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}. ${summary}` },
    ...ticks.flatMap((tick) => [
      svgElement("line", { class: "grid", x1: LEFT, x2: RIGHT, y1: y(tick), y2: y(tick) }),
      svgElement("text", { x: LEFT - 8, y: y(tick), dy: ".35em", "text-anchor": "end" }, number(tick)),
    ]),
    ...tricks.map(({ place, name }) =>
      svgElement(
        "text",
        { class: name % 2 ? "" : "wide-only", x: x(place + 2), y: HEIGHT - 14, "text-anchor": "middle" },
        String(name),
      ),
    ),
    lines.length === 1 ? svgElement("path", { class: "a1", d: `${steps(lines[0])}V${y(0)}H${x(0)}Z` }) : "",
    ...lines.map((points, i) => svgElement("path", { class: `l${i + 1}`, d: steps(points) })),
    svgElement("line", { class: "here", x1: x(here), x2: x(here), y1: TOP - 6, y2: BOTTOM + 6 }),
    ...turns.map(({ place, line }) =>
      svgElement(
        "g",
        { class: "dot" },
        svgElement("circle", { class: "reach", cx: x(place), cy: y(lines[line][place]), r: 6 + REACH }),
        svgElement("circle", { cx: x(place), cy: y(lines[line][place]), r: 6 }),
      ),
    ),
  );
}

/** Return the place, from 0 to `places`, that is nearest to the pointer. */
export function placeAt(svg, event, places) {
  const { left, width } = svg.getBoundingClientRect();
  const share = (((event.clientX - left) / width) * WIDTH - LEFT) / (RIGHT - LEFT);
  return Math.round(Math.max(0, Math.min(1, share)) * places);
}

const number = (value) =>
  Number.isInteger(value)
    ? String(value)
    : value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
