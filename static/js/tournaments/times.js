// Times in the zone of the page, which it names, and the countdown until something begins, by the server's clock.

const { zone: timeZone, city, dates: locale } = document.documentElement.dataset;
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const LOOKS = {
  time: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  moment: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  "": { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
};
const HOUR = 3600;
const DAY = 24 * HOUR;

// The formats are made once needed, as that takes a browser long.
/** @type {Record<string, Intl.DateTimeFormat>} */
const formats = {};
const formatOf = (/** @type {string} */ how) =>
  (formats[how] ??= new Intl.DateTimeFormat(locale, { ...LOOKS[how], timeZone }));
/** @type {Intl.NumberFormat | undefined} */
let relative;
/** @param {number} n */
function daysOf(n) {
  relative ??= new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" });
  return relative.format(n);
}

/**
 * The milliseconds by which the server's clock is ahead of the device's: the page tells the server's time when
 * it was rendered. The page's own timer may rest while the device sleeps, so it measures only the loading.
 */
const ahead = (() => {
  const { now } = document.querySelector("[data-now]")?.dataset ?? {};
  const [loading] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const sinceRendered = performance.now() - loading.responseStart;
  return now ? Date.parse(now) - (Date.now() - sinceRendered) : 0;
})();

/** As the server writes it, so that nothing moves: the browser's own order and signs may be others. */
function inWords(how, at) {
  const parts = formatOf(how).formatToParts(at);
  const { weekday, day, month, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  const words = [weekday, day, month].filter(Boolean).join(" ");
  return [words, hour && `${hour}:${minute}`].filter(Boolean).join(", ");
}

/** Write the moments below `root` in the zone of the page: what the server renders for all is in its own. */
export function localiseTimes(root = document) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const how = time.dataset.local;
    const text = inWords(how, new Date(time.dateTime)) + (city && !how ? ` (${city})` : "");
    if (text && time.textContent !== text) time.textContent = text;
  }
}

/** The time left: "4:05", "2:04:05", "3 days". */
function remaining(seconds) {
  if (seconds >= 2 * DAY) return daysOf(Math.floor(seconds / DAY));
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60), Math.floor(seconds % 60)];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function countDown(root = document) {
  for (const time of root.querySelectorAll("time[data-countdown]")) {
    const seconds = Math.max(0, (Date.parse(time.dateTime) - ahead - Date.now()) / 1000);
    const text = remaining(Math.ceil(seconds));
    if (time.textContent !== text) time.textContent = text;
  }
}

localiseTimes();
countDown();
setInterval(countDown, 1000);
