// Lists that change while they are shown. Each line, of a key (`data-key`), has a state (`data-state`), which differs
// if anything in the line does.

/** @type {WeakMap<Element, string>} */
const rests = new WeakMap(); // what follows the lines of a place, or stands there if it has none

const listIn = (place, kind) => place.querySelector(`:scope > ul.${kind}`);
const linesIn = (list) => new Map([...(list?.children ?? [])].map((line) => [line.dataset.key, line]));

/** The states of the lines that a place shows, by key. */
export const statesOf = (place, kind) =>
  Object.fromEntries([...linesIn(listIn(place, kind))].map(([key, { dataset }]) => [key, dataset.state]));

/** Return what `showLines` takes, of a part of another page that shows the same list: `others` follow its lines. */
export function linesOf(place, kind, part, others) {
  const [shown, now] = [place, part].map((each) => linesIn(listIn(each, kind)));
  const newer = [...now].filter(([key, { dataset }]) => shown.get(key)?.dataset.state !== dataset.state);
  return {
    keys: [...now.keys()],
    lines: Object.fromEntries(newer.map(([key, line]) => [key, line.outerHTML])),
    rest: [...others].map((each) => each.outerHTML).join(""),
  };
}

/**
 * Lines on the page keep their place, new ones are appended, those that are gone are removed. In a place with
 * `data-ordered` new and changed lines stand in the order of `keys`.
 */
export function showLines(place, kind, { keys, lines, rest }) {
  const list = listIn(place, kind) ?? document.createElement("ul");
  list.className = kind;
  const known = linesIn(list);
  const isOrdered = "ordered" in place.dataset;
  /** @type {Element | null} */
  let before = null; // the line of the key before
  for (const key of keys) {
    const line = known.get(key);
    known.delete(key);
    if (Object.hasOwn(lines, key)) {
      const newer = /** @type {HTMLElement} */ (parsed(lines[key]).firstElementChild);
      if (!line) newer.dataset.new = "";
      const focused = line?.contains(document.activeElement) ? document.activeElement : null;
      if (line && !isOrdered) line.before(newer);
      else if (before && isOrdered) before.after(newer);
      else if (isOrdered) list.prepend(newer);
      else list.append(newer);
      line?.remove();
      if (focused) focusSame(newer, focused);
      before = newer;
    } else before = line;
  }
  for (const line of known.values()) line.remove();
  if (!list.children.length) list.remove();
  else if (!list.parentNode) place.prepend(list);
  if (rests.get(place) === rest) return;
  rests.set(place, rest);
  for (const other of [...place.children]) if (other !== list) other.remove();
  place.append(parsed(rest));
}

function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Focus the control of a line that has the name of another one. */
function focusSame(newer, focused) {
  const same = [...newer.querySelectorAll("a, button")].find(
    (each) => each.getAttribute("aria-label") === focused.getAttribute("aria-label"),
  );
  (same ?? newer.querySelector("a, button"))?.focus();
}
