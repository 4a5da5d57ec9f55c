// The service worker. Pages, the API and sockets always go to the network: no game and no personal data is
// ever cached. It caches the offline page with its files, and the drawings of the cards, the fonts and the
// icons once they were used. ludopoli/site/pwa.py defines KEPT above this.

const NAME = KEPT.cache + KEPT.version;

addEventListener("install", (event) => {
  skipWaiting(); // pages come from the network: no page has to wait for another worker
  event.waitUntil(fill());
});

addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([sweep(), clients.claim(), registration.navigationPreload?.enable()])),
);

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") return void event.respondWith(page(event));
  if (request.method !== "GET" || origin !== location.origin) return;
  if (KEPT.drawn.some((folder) => pathname.startsWith(folder))) event.respondWith(kept(request));
  else if (KEPT.shell.includes(pathname)) event.respondWith(fresh(request));
});

addEventListener("push", (event) => event.waitUntil(show(event)));

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/**
 * Show a pushed notice: `text`, the `url` that it opens, and a `tag`, by which a newer one about the same
 * subject takes its place.
 *
 * @param {PushEvent} event
 */
async function show({ data }) {
  const { text, url, tag } = data?.json() ?? {};
  const notice = { body: text, tag, renotify: true, data: { url }, icon: KEPT.icon, badge: KEPT.icon };
  await registration.showNotification("Ludopoli", notice);
}

/**
 * Send the site the subscription by which the browser has replaced its former one. Browsers that do not name
 * the former one leave that to the next page (push-renewal.js).
 *
 * @param {PushSubscriptionChangeEvent} event
 */
async function renew({ oldSubscription: former, newSubscription }) {
  if (!former) return;
  const subscription = newSubscription ?? (await registration.pushManager.subscribe(former.options));
  const body = JSON.stringify({ former, subscription });
  await fetch(KEPT.renew, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/**
 * Open the page of a notice, in a window that has it already or in a new one.
 *
 * @param {string} url
 */
async function open(url) {
  const address = new URL(url, location.origin).href;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = windows.find((each) => each.url === address);
  await (same ? same.focus() : clients.openWindow(address));
}

async function fill() {
  const cache = await caches.open(NAME);
  const pages = [KEPT.offline, ...KEPT.instead.map(([, page]) => page)].map(
    (path) => new Request(path, { cache: "no-cache", credentials: "omit" }),
  );
  await cache.addAll([...KEPT.shell, ...pages]);
}

async function sweep() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(KEPT.cache) && name !== NAME).map((name) => caches.delete(name)),
  );
}

/**
 * A page from the network, or the offline page; a form that could not be sent redirects to the tables.
 *
 * @param {FetchEvent} event
 */
async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    if (request.method !== "GET") return Response.redirect(KEPT.tables, 303);
    return (await caches.match(instead(new URL(request.url)), { ignoreVary: true })) ?? Response.error();
  }
}

/**
 * The cached page that is shown in place of an address.
 *
 * @param {URL} url
 */
function instead({ pathname }) {
  const [, page = KEPT.offline] = KEPT.instead.find(([address]) => new RegExp(address).test(pathname)) ?? [];
  return page;
}

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function fresh(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(request, { ignoreVary: true });
    if (found) return found;
    throw error;
  }
}
