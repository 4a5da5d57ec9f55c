// A browser may replace its subscription at its push service. The one that the site has is kept here, so that
// a page notices, and can prove by its keys that it is the same browser.

const KEPT = "ludopoli-push";

/** @param {PushSubscription} subscription */
export const keep = (subscription) => localStorage.setItem(KEPT, JSON.stringify(subscription));

/** The subscription that this browser has now, if any. */
export async function currentSubscription() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** @type {Promise<boolean> | undefined} */
let renewal;

/**
 * Send the site a subscription that has replaced the one it has, once a page; true if the site has taken it.
 *
 * @param {string} address where the site takes a new subscription with the former one
 */
export const renew = (address) => {
  renewal ??= sendReplaced(address);
  return renewal;
};

/** @param {string} address */
async function sendReplaced(address) {
  const former = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  const subscription = await currentSubscription();
  if (!former || !subscription || subscription.endpoint === former.endpoint) return false;
  const answer = await post(address, JSON.stringify({ former, subscription }));
  if (answer?.ok) keep(subscription);
  else if (answer?.status === 404) localStorage.removeItem(KEPT);
  return answer?.ok ?? false;
}

/** The answer of the site; null without a network: the next page tries again. */
async function post(address, body) {
  try {
    return await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  } catch {
    return null;
  }
}
