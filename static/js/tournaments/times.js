// Times in the reader’s own zone, and the countdown until something begins.

const language = document.documentElement.lang || "it";
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const LOOKS = {
  time: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  "": { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
};
const HOUR = 3600;
const DAY = 24 * HOUR;

const formats = Object.fromEntries(
  Object.entries(LOOKS).map(([how, look]) => [how, new Intl.DateTimeFormat(language, look)]),
);
const relative = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" });

/** Write the moments below `root` in the reader's zone. */
export function localise(root = document) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const format = formats[time.dataset.local];
    const text = format?.format(new Date(time.dateTime));
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

export function count(root = document) {
  for (const time of root.querySelectorAll("time[data-countdown]")) {
    const seconds = Math.max(0, (Date.parse(time.dateTime) - Date.now()) / 1000);
    const text = remaining(Math.ceil(seconds));
    if (time.textContent !== text) time.textContent = text;
  }
}

localise();
count();
setInterval(count, 1000);
