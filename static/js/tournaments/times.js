// Times in the zone of the page, which it names, and the countdown until something begins, by the server's clock.

const {
  lang: language = "it",
  dataset: { zone: timeZone, city },
} = document.documentElement;
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const LOOKS = {
  time: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  "": { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
};
const HOUR = 3600;
const DAY = 24 * HOUR;

const formats = Object.fromEntries(
  Object.entries(LOOKS).map(([how, look]) => [how, new Intl.DateTimeFormat(language, { ...look, timeZone })]),
);
const relative = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" });

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

/** Write the moments below `root` in the zone of the page: what the server renders for all is in its own. */
export function localiseTimes(root = document) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const how = time.dataset.local;
    const text = formats[how].format(new Date(time.dateTime)) + (city && !how ? ` (${city})` : "");
    if (text && time.textContent !== text) time.textContent = text;
  }
}

/** The time left: "4:05", "2:04:05", "3 days". */
function remaining(seconds) {
  if (seconds >= 2 * DAY) return relative.format(Math.floor(seconds / DAY));
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
