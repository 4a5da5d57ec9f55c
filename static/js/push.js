// The button that lets this browser show notices when no page of the site is open (web push), and the note that
// it no longer does.

import { currentSubscription, keep, renew } from "./push-renewal.js";

const button = /** @type {HTMLButtonElement} */ (document.querySelector("[data-push]"));
const status = /** @type {HTMLElement} */ (document.querySelector("[data-push-status]"));
const { push = "", key, here, proof = "", renewal = "" } = button.dataset;

if ("serviceWorker" in navigator && "PushManager" in window) {
  button.hidden = false;
  button.addEventListener("click", subscribe);
  compare();
}

async function compare() {
  const renewed = await renew(renewal);
  const endpoint = (await currentSubscription())?.endpoint ?? "";
  if (renewed || endpoint === here) button.hidden = Boolean(here);
  else say(status.dataset.lost);
}

async function subscribe() {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") return say(status.dataset.denied);
    const registration = await navigator.serviceWorker.ready;
    await (await currentSubscription())?.unsubscribe(); // its push service may no longer know it
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    const answer = await fetch(push, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(subscription),
    });
    if (!answer.ok) await subscription.unsubscribe(); // the site does not know it
    if (answer.status === 403) return location.assign(proof);
    if (!answer.ok) throw new Error(String(answer.status));
    keep(subscription);
    location.reload();
  } catch {
    say(status.dataset.failed);
  }
}

/** @param {string | undefined} text */
function say(text) {
  status.textContent = text ?? "";
  button.disabled = false;
}

const token = () =>
  /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
