// What this reader prefers at a table. It stays in this browser.

const KEY = "ludopoli.table";
const SPEEDS = { fast: 0.5, normal: 1, slow: 1.6, still: 0 };
const still = matchMedia("(prefers-reduced-motion: reduce)");

const changed = new EventTarget();
const contrast = matchMedia("(prefers-contrast: more)").matches;

export const prefs = {
  speed: "normal", sorted: true, sounds: true, chimes: false, keys: true, quiet: false, muted: [], contrast, indices: "auto", back: "brick",
  ...stored(),
};

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function prefer(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // without storage the preference lasts as long as the page
  }
  changed.dispatchEvent(new Event(name));
}

/** Call with the value now, and whenever it changes. */
export function follow(name, action) {
  changed.addEventListener(name, () => action(prefs[name]));
  action(prefs[name]);
}

/** The factor on every movement: 0 when nothing shall move. */
export const speed = () => (still.matches ? 0 : SPEEDS[prefs.speed] ?? 1);

const showSpeed = () => document.documentElement.style.setProperty("--speed", speed());
follow("speed", showSpeed);
still.addEventListener("change", showSpeed);
