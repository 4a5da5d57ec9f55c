// Follows a match in play: asks for what came since, and stays with the latest card unless the reader has gone back.

const EVERY_MS = 2500;

/** `data` is what the page was sent; `current`, `positions` and `replace` are those of the viewer. */
export function followMatch({ data, positions, current, replace }) {
  let { version } = data;
  const isLatest = () => positions[0].deal === data.deals - 1;

  async function ask() {
    if (document.hidden || !isLatest()) return true; // the reader is in an earlier deal
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.delete("dove");
    url.searchParams.set("da", version);
    const answer = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.status !== 200) return true; // nothing new, or no connection at the moment
    const fresh = await answer.json();
    if (fresh.deals !== data.deals) return void showLatest();
    version = fresh.version;
    if (isLatest()) show(fresh.frames);
    return !fresh.over;
  }

  function show(frames) {
    const wasLast = current() === positions.length - 1;
    const isNext = wasLast && frames.length === positions.length + 1;
    const here = current();
    replace(frames, () => (wasLast ? positions.length - 1 : Math.min(here, positions.length - 1)), isNext);
  }

  async function go() {
    if (await ask()) setTimeout(go, EVERY_MS);
  }

  setTimeout(go, EVERY_MS);
}

/** Open the page anew at the latest card: a deal has begun. */
function showLatest() {
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}
