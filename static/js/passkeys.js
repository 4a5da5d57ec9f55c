// A form with data-passkey asks the browser for a passkey, puts the answer in its field and sends itself.

const known = "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

// A passkey added here must identify its owner, and verify that it is they who use it.
const ALONE_ENOUGH = { residentKey: "required", requireResidentKey: true, userVerification: "required" };

async function create(form) {
  const options = optionsIn(form).creation_options.publicKey;
  options.authenticatorSelection = { ...options.authenticatorSelection, ...ALONE_ENOUGH };
  return navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
}

async function get(form) {
  const { request_options: options } = optionsIn(form) ?? (await ask(form.action));
  return navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey),
  });
}

function optionsIn(form) {
  const data = form.querySelector('script[type="application/json"]');
  return data && JSON.parse(data.textContent);
}

async function ask(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`no options: ${answer.status}`);
  return answer.json();
}

async function go(form) {
  const failed = form.querySelector("[data-passkey-failed]");
  failed.hidden = true;
  try {
    const credential = await (form.dataset.passkey === "create" ? create : get)(form);
    form.elements.credential.value = JSON.stringify(credential?.toJSON());
  } catch {
    failed.hidden = false; // the browser has shown the reason, which the page does not learn
    return;
  }
  form.requestSubmit();
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("[data-passkey-go]");
  button.hidden = !known;
  form.querySelector("[data-passkey-unknown]").hidden = known;
  button.addEventListener("click", () => go(form));
}
