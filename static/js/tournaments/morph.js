// Update a part of a page to a newer version, touching only what differs: the focus stays where it is, and
// what the reader has opened stays open.

// Attributes set by the reader, or on a form being sent.
const KEPT = new Set(["open", "data-sent", "data-unfolded", "aria-busy"]);
const TOKEN = "csrfmiddlewaretoken";

/** Update a part of the page. One sent without attributes of its own is content only: its element keeps its own. */
export function morphPart(here, fresh) {
  if (fresh.attributes.length > 1) attributes(here, fresh);
  children(here, fresh);
}

function morphNode(here, fresh) {
  if (here.isEqualNode(fresh)) return;
  if (here.nodeType !== Node.ELEMENT_NODE) {
    if (here.nodeValue !== fresh.nodeValue) here.nodeValue = fresh.nodeValue;
    return;
  }
  if (here.name === TOKEN) return;
  attributes(here, fresh);
  if ("unfolded" in here.dataset)
    morphNode(here.firstElementChild, fresh.firstElementChild); // what was fetched stays
  else children(here, fresh);
}

function attributes(here, fresh) {
  for (const { name } of [...here.attributes])
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) here.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (!KEPT.has(name) && here.getAttribute(name) !== value) here.setAttribute(name, value);
}

function children(here, fresh) {
  const keyed = new Map(
    [...here.children].filter(({ dataset }) => dataset.key).map((child) => [child.dataset.key, child]),
  );
  let at = here.firstChild;
  for (const newer of [...fresh.childNodes]) {
    const key = newer.dataset?.key;
    const same = key ? keyed.get(key) : at && !at.dataset?.key && isLike(at, newer) ? at : null;
    if (!same) {
      here.insertBefore(document.importNode(newer, true), at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else here.insertBefore(same, at);
    if (!("same" in (newer.dataset ?? {}))) morphNode(same, newer); // an unchanged row is sent as a placeholder
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const isLike = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && one.id === other.id;
