// The chat of a club: new lines are fetched while the page is looked at.

const EVERY_MS = 6_000;

const place = /** @type {HTMLElement} */ (document.querySelector("[data-chat]"));

async function refresh() {
  if (document.hidden) return;
  const shown = /** @type {HTMLElement} */ (place.querySelector("[data-version]"));
  const answer = await fetch(`${place.dataset.chat}?da=${shown.dataset.version}`, {
    headers: { Accept: "text/html" },
    cache: "no-store",
  }).catch(() => null);
  if (answer?.status !== 200) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const list = fresh.querySelector("[data-version]");
  if (!list || place.contains(document.activeElement)) return;
  place.replaceChildren(list);
  place.scrollTop = place.scrollHeight;
}

place.scrollTop = place.scrollHeight;
setInterval(refresh, EVERY_MS);
document.addEventListener("visibilitychange", refresh);
