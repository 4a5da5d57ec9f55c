// Selectors of a page without a window: those that the site's scripts and their tests use.

/** Split a selector at what lies outside of brackets. */
function split(selector, at) {
  const parts = [""];
  let depth = 0;
  for (const piece of selector.match(/"[^"]*"|'[^']*'|[\s\S]/g) ?? []) {
    depth += /[([]/.test(piece) ? 1 : /[)\]]/.test(piece) ? -1 : 0;
    if (depth === 0 && at.test(piece)) parts.push(piece, "");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

const SIMPLE =
  /([.#]?)([\w-]+|\*)|\[\s*([\w-]+)\s*(?:([~|^$*]?)=\s*(?:"([^"]*)"|'([^']*)'|([^\]]*)))?\s*\]|:([\w-]+)(?:\(((?:[^()]|\([^()]*\))*)\))?/y;
const HOW = {
  "": (have, want) => have === want,
  "^": (have, want) => have.startsWith(want),
  $: (have, want) => have.endsWith(want),
  "*": (have, want) => have.includes(want),
  "~": (have, want) => have.split(/\s+/).includes(want),
  "|": (have, want) => have === want || have.startsWith(`${want}-`),
};
const isField = (node) => /^(button|input|select|textarea|fieldset|output)$/.test(node.localName);
const STATES = {
  not: (node, list) => !matches(node, list),
  is: (node, list) => matches(node, list),
  where: (node, list) => matches(node, list),
  has: (node, list) => node.querySelector(list.replace(/^\s*>\s*/, ":scope > ")) !== null,
  checked: (node) => node.checked === true || node.selected === true,
  disabled: (node) => node.disabled,
  enabled: (node) => isField(node) && !node.disabled,
  "first-child": (node) => node.parentElement?.children[0] === node,
  "last-child": (node) => node.parentElement?.children.at(-1) === node,
  "nth-child": (node, argument) => node.parentElement?.children.indexOf(node) === Number(argument) - 1,
  focus: (node) => node === document.activeElement,
  modal: (node) => node.open === true,
};
const compiled = new Map();

function simple(compound) {
  const tests = [];
  SIMPLE.lastIndex = 0;
  while (SIMPLE.lastIndex < compound.length) {
    const found = SIMPLE.exec(compound);
    if (!found) throw new Error(`no selector: ${compound}`);
    const [, sign, word, attribute, how = "", quoted, single, bare, state, argument] = found;
    if (sign === ".") tests.push((node) => HOW["~"](node.className, word));
    else if (sign === "#") tests.push((node) => node.id === word);
    else if (word) tests.push((node) => word === "*" || node.localName === word);
    else if (attribute) {
      const want = quoted ?? single ?? bare;
      tests.push((node) => {
        const have = node.getAttribute(attribute);
        return have !== null && (want === undefined || HOW[how](have, want));
      });
    } else if (state === "scope") tests.push((node, scope) => node === scope);
    else if (STATES[state]) tests.push((node) => STATES[state](node, argument));
    else throw new Error(`no state of an element: ${state}`);
  }
  return (node, scope) => tests.every((test) => test(node, scope));
}

function complex(selector) {
  const parts = split(selector.trim().replace(/\s*([>+~])\s*(?![^[]*\])/g, "$1"), /[\s>+~]/).filter(Boolean);
  const steps = parts.map((part) => (/^[\s>+~]$/.test(part) ? part : simple(part)));
  function from(node, at, scope) {
    if (!steps[at](node, scope)) return false;
    if (at === 0) return true;
    const how = steps[at - 1];
    if (how === "+" || how === ">") {
      const next = how === ">" ? node.parentElement : node.previousElementSibling;
      return next !== null && from(next, at - 2, scope);
    }
    for (let next = node; ; ) {
      next = how === "~" ? next.previousElementSibling : next.parentElement;
      if (!next) return false;
      if (from(next, at - 2, scope)) return true;
    }
  }
  return (node, scope) => from(node, steps.length - 1, scope);
}

/** A function that says if a node matches a list of selectors, in which `:scope` is the second argument. */
export function compile(selector) {
  let found = compiled.get(selector);
  if (!found) {
    const each = split(selector, /,/)
      .filter((part) => part !== ",")
      .map(complex);
    found = each.length === 1 ? each[0] : (node, scope) => each.some((one) => one(node, scope));
    compiled.set(selector, found);
  }
  return found;
}

const matches = (node, selector) => compile(selector)(node, null);
