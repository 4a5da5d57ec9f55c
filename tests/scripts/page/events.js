// Events of a page without a window: they go from the window down to their target, and up again.

const listeners = new WeakMap();

export function listen(target, type, act, options = {}) {
  const all = listeners.get(target) ?? listeners.set(target, []).get(target);
  all.push({ type, act, once: options.once, capture: options === true || Boolean(options.capture) });
}

export function unlisten(target, type, act) {
  const all = listeners.get(target) ?? [];
  listeners.set(
    target,
    all.filter((each) => each.type !== type || each.act !== act),
  );
}

function call(node, event, capture) {
  Object.defineProperty(event, "currentTarget", { value: node, configurable: true });
  for (const each of [...(listeners.get(node) ?? [])]) {
    if (each.type !== event.type || (capture !== null && each.capture !== capture)) continue;
    if (each.once) unlisten(node, each.type, each.act);
    (each.act.handleEvent?.bind(each.act) ?? each.act.bind(node))(event);
  }
}

export function dispatch(target, event) {
  const above = [];
  for (let node = target.parentNode; node; node = node.parentNode) above.push(node);
  if (target !== globalThis && (above.at(-1) ?? target) === globalThis.document) above.push(globalThis);
  Object.defineProperty(event, "target", { value: target, configurable: true });
  for (const node of above.toReversed()) if (!event.cancelBubble) call(node, event, true);
  if (!event.cancelBubble) call(target, event, null);
  for (const node of event.bubbles ? above : []) if (!event.cancelBubble) call(node, event, false);
  return !event.defaultPrevented;
}

/** An event with these properties. */
export const made = (type, properties = {}, options = { bubbles: true, cancelable: true }) =>
  Object.assign(new Event(type, options), properties);
