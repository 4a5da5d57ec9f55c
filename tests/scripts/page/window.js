// The window of such a page: what its scripts read and call there, and what a person does in it.

import { Document, Element, Node, parse, Text } from "./document.js";
import { dispatch, listen, made, unlisten } from "./events.js";

/** What the page has sent over its sockets, as objects. */
export const sent = [];

/** The sockets that the page has opened; `hear(frame)` gives it a frame. */
export const sockets = [];

class Socket extends EventTarget {
  static OPEN = 1;
  readyState = Socket.OPEN;
  constructor(address) {
    super();
    this.address = address;
    sockets.push(this);
  }
  send(text) {
    sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  hear(frame) {
    const event = Object.assign(new Event("message"), { data: JSON.stringify(frame) });
    this.onmessage?.(event);
    this.dispatchEvent(event);
  }
}

class Observer {
  observe() {}
  disconnect() {}
}

/** The volume of each stroke that the page has sounded, and its audio devices. */
export const volumes = [];
export const devices = [];

class AudioDevice {
  state = "suspended";
  currentTime = 0;
  sampleRate = 4;
  constructor() {
    devices.push(this);
  }
  async resume() {
    this.state = "running";
  }
  async suspend() {
    this.state = "suspended";
  }
  createBuffer() {
    return { getChannelData: () => [0] };
  }
}

class AudioPart {
  gain = { setValueAtTime: (volume) => volumes.push(volume), exponentialRampToValueAtTime() {} };
  connect(part) {
    return part;
  }
  start() {}
  stop() {}
}

class Storage {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name, value) {
    this[name] = String(value);
  }
  removeItem(name) {
    delete this[name];
  }
}

/** The entries of this page in the history of its tab; a step before the first one leaves it. */
class PageHistory {
  states = [null];
  isLeft = false;
  get state() {
    return this.states.at(-1);
  }
  pushState(state) {
    this.states.push(state);
  }
  replaceState(state) {
    this.states[this.states.length - 1] = state;
  }
  back() {
    if (this.states.length === 1) this.isLeft = true;
    else {
      this.states.pop();
      dispatch(globalThis, made("popstate", { state: this.state }));
    }
  }
}

/** Give the process a page of this HTML at this address; its requests are answered by `fetch`. */
export function openPage(html, address, fetch = async () => ({ ok: false })) {
  const page = new Document();
  Object.assign(globalThis, {
    ...{ document: page, Node, Element, Text, HTMLElement: Element, WebSocket: Socket, fetch },
    ...{ MutationObserver: Observer, ResizeObserver: Observer, IntersectionObserver: Observer },
    ...{ localStorage: new Storage(), sessionStorage: new Storage() },
    ...{ location: new URL(address), history: new PageHistory() },
    ...{ innerWidth: 1440, innerHeight: 900 },
    ...{ AudioContext: AudioDevice, GainNode: AudioPart, OscillatorNode: AudioPart },
    ...{ BiquadFilterNode: AudioPart, AudioBufferSourceNode: AudioPart },
    requestAnimationFrame: (act) => setTimeout(() => act(performance.now())),
    getComputedStyle: (node) => node.style,
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    addEventListener: (...given) => listen(globalThis, ...given),
    removeEventListener: (...given) => unlisten(globalThis, ...given),
    dispatchEvent: (event) => dispatch(globalThis, event),
    reportError() {},
  });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });
  parse(html, page);
  page.activeElement = page.body;
  page.title = page.querySelector("title")?.textContent ?? "";
}

export const find = (selector) => document.querySelector(selector);
export const findAll = (selector) => document.querySelectorAll(selector);
export const textOf = (selector) => find(selector)?.textContent ?? null;

/** Wait until a condition holds, for two seconds at most. */
export async function until(holds) {
  for (const latest = Date.now() + 2_000; !holds(); ) {
    if (Date.now() > latest) throw new Error(`never: ${holds}`);
    await new Promise((done) => setTimeout(done, 1));
  }
}

/** Press keys where the focus is, as a person does: Enter and Space press a button that has it. */
export function press(...keys) {
  for (const key of keys) {
    const target = document.activeElement;
    const isLeft = target.dispatchEvent(made("keydown", { key }));
    if (isLeft && ["Enter", " "].includes(key) && ["button", "summary"].includes(target.localName))
      target.click();
    else if (isLeft && key === "Escape") find("dialog[open]")?.close();
  }
}

/** Choose a value of a field, or write it, as a person does. */
export function choose(field, value) {
  field.value = value;
  field.dispatchEvent(made("input"));
  field.dispatchEvent(made("change"));
}

/** Move the pointer from a node, where it is pressed, over points of the window, and let it go at the last. */
export function drag(node, ...points) {
  const at = ([clientX, clientY]) => ({ pointerId: 1, button: 0, clientX, clientY });
  node.dispatchEvent(made("pointerdown", at([0, 0])));
  for (const point of points) node.dispatchEvent(made("pointermove", at(point)));
  node.dispatchEvent(made("pointerup", at(points.at(-1))));
  node.click();
}
