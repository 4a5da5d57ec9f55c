// A browser may replace its subscription at its push service. The one that the site has is kept here, so that
// a page notices, and can prove by its keys that it is the same browser.

const KEPT = "ludopoli-push";

/** @param {PushSubscription} subscription */
export const keep = (subscription) => localStorage.setItem(KEPT, JSON.stringify(subscription));

/** The subscription that this browser has now, if any. */
export async function current() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** @param {string} address where the site takes a new subscription with the former one */
export async function renew(address) {
  const former = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  const subscription = await current();
  if (!former || !subscription || subscription.endpoint === former.endpoint) return;
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ former, subscription }),
  });
  if (answer.ok) keep(subscription);
  else if (answer.status === 404) localStorage.removeItem(KEPT);
}
