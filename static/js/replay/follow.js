// Follows a match in play: asks for what came since, and stays with the latest card unless the reader has gone back.
// Where all hands are open whole deals come, and the next one is shown to a reader who has seen the last to its end.

const EVERY_MS = 2500;

/** `data` is what the page was sent; `current`, `positions` and `replace` are those of the viewer. */
export function followMatch({ data, positions, current, replace }) {
  let { version } = data;
  const byDeals = data.eyes.length > 0;
  const isLatest = () =>
    positions[0].deal === data.deals - 1 && (!byDeals || current() === positions.length - 1);

  async function ask() {
    if (document.hidden || !isLatest()) return true; // the reader is in an earlier deal
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.delete("dove");
    url.searchParams.set("da", version);
    const answer = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.status !== 200) return true; // nothing new, or no connection at the moment
    const fresh = await answer.json();
    if (byDeals) return void openAt(`#s${data.deals + 1}`);
    if (fresh.deals !== data.deals) return void openAt("");
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

/** Open the page anew, for a further deal: at a place, or at the latest card. */
function openAt(place) {
  history.replaceState(null, "", location.pathname + location.search + place);
  location.reload();
}
