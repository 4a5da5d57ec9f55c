// The button that lets this browser show notices when no page of the site is open (web push).

const button = /** @type {HTMLButtonElement} */ (document.querySelector("[data-push]"));
const status = /** @type {HTMLElement} */ (document.querySelector("[data-push-status]"));

if ("serviceWorker" in navigator && "PushManager" in window) {
  button.hidden = false;
  button.addEventListener("click", subscribe);
}

async function subscribe() {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") return say(status.dataset.denied);
    const registration = await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: button.dataset.key,
    });
    const answer = await fetch(button.dataset.push ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(subscription),
    });
    if (!answer.ok) throw new Error(String(answer.status));
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
