// The organiser's pages. The wizard offers only the formats that fit the game and the options that fit the format, and shows a
// summary; the console filters its tables.

import "../suggestions.js";

const CALM_MS = 250;

// ---- the wizard

function wizard(form) {
  const summary = form.querySelector("[data-summary]");
  let pending = 0;
  let asked = 0;

  function fit() {
    const game = form.querySelector("[name=game]:checked");
    for (const choice of form.querySelectorAll("[data-fits]")) {
      const fits =
        (!game || choice.dataset.fits.split(" ").includes(game.value)) &&
        !("online" in choice.dataset && form.elements.venue.value === "real");
      const input = choice.querySelector("input");
      choice.hidden = !fits;
      if (!fits) input.checked = false;
    }
    const offered = [...form.querySelectorAll("[data-fits]:not([hidden]) input")];
    if (offered.length && !offered.some((input) => input.checked)) offered[0].checked = true;
    const format = form.querySelector("[name=format]:checked")?.value;
    for (const field of form.querySelectorAll("[data-formats]")) {
      const formats = field.dataset.formats;
      field.hidden = Boolean(formats) && !formats.split(" ").includes(format);
    }
    for (const field of form.querySelectorAll("[data-usual]"))
      field.placeholder = JSON.parse(field.dataset.usual)[format] ?? "";
    for (const select of form.querySelectorAll("[data-only]"))
      offerWhere(select, format, `${format}:${game?.value}`);
    if (game) offerRules(form.elements.rules, game.dataset.game, game.value);
    const { access, venue, scores } = form.elements;
    const chosen = {
      access: access.value,
      venue: venue.value,
      scores: venue.value === "real" ? scores.value : "deal",
    };
    for (const [name, value] of Object.entries(chosen))
      for (const part of form.querySelectorAll(`[data-if-${name}]`))
        part.hidden = part.getAttribute(`data-if-${name}`) !== value;
    if (game) offerParts(form.querySelector("[data-parts-of-meeting]"), game.value);
  }

  async function summarise() {
    const number = ++asked;
    const answer = await fetch(form.dataset.summaryUrl, {
      method: "POST",
      body: new FormData(form),
      headers: { Accept: "text/html" },
    }).catch(() => null);
    if (!answer?.ok || number !== asked) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    if (summary.textContent.trim() !== fresh.textContent.trim()) summary.replaceChildren(...fresh.childNodes);
  }

  form.addEventListener("input", () => {
    fit();
    clearTimeout(pending);
    pending = setTimeout(summarise, CALM_MS);
  });
  form.classList.add("scripted");
  fit();
}

/** Offer only the rules of the chosen game that go with its number of players, `seated`. */
function offerRules(select, game, seated) {
  const groups = [...select.querySelectorAll("optgroup")];
  const own = groups.find((group) =>
    [...group.children].some((option) => option.value.startsWith(`${game}:`)),
  );
  for (const group of groups) group.hidden = group.disabled = group !== own;
  const unseated = JSON.parse(select.dataset.unseated);
  for (const option of own?.children ?? [])
    option.hidden = option.disabled = unseated[option.value]?.includes(seated) ?? false;
  const first = own && [...own.children].find((option) => !option.disabled);
  const chosen = select.selectedOptions[0];
  if (first && (chosen?.parentElement !== own || chosen.disabled)) select.value = first.value;
}

/** Offer as further parts of a meeting only presets that the same sides play as the chosen game. */
function offerParts(parts, game) {
  const alike = JSON.parse(parts.dataset.partsOfMeeting);
  for (const option of parts.querySelectorAll("option"))
    option.hidden = option.disabled = !(alike[option.value]?.includes(game) ?? true);
}

/** Offer only the values that go with the chosen format, or with it and the game: with one of `here`. */
function offerWhere(select, ...here) {
  for (const [value, places] of Object.entries(JSON.parse(select.dataset.only))) {
    const option = select.querySelector(`[value="${value}"]`);
    option.hidden = option.disabled = !here.some((each) => places.includes(each));
    if (option.disabled && option.selected) select.value = "";
  }
}

// ---- the console

let shown = "";

function filter(page) {
  for (const bar of page.querySelectorAll("[data-filter]")) {
    bar.hidden = false;
    for (const button of bar.querySelectorAll("[data-show]"))
      button.setAttribute("aria-pressed", String(button.dataset.show === shown));
  }
  for (const row of page.querySelectorAll("tr[data-is]"))
    row.hidden = shown !== "" && row.dataset.is !== shown;
}

function desk(page) {
  page.addEventListener("click", (event) => {
    const button = event.target.closest("[data-show]");
    if (!button) return;
    shown = button.dataset.show;
    filter(page);
  });
  const showAgain = () => filter(page);
  page.addEventListener("shown", showAgain);
  showAgain();
}

// Select the whole link when its field gets the focus.
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    if (target.matches("[data-select]")) target.select();
});

const form = document.querySelector("form.wizard");
if (form) wizard(form);
const page = document.querySelector(".console-page");
if (page) desk(page);
