// The form that chooses the rules of a table.

/** Choosing a preset sets the options; lines sum up each group of them, and those that differ from the preset. */
export function followPreset(form) {
  form.addEventListener("change", (event) => {
    follow(form, event.target);
    seat(form, event.target);
    close(form, event.target);
    for (const select of form.querySelectorAll(".opt-row select"))
      select.closest(".opt-row").hidden = !saysSomething(form, select);
    for (const group of form.querySelectorAll(".rule-group")) {
      const text = say(group.querySelectorAll(".opt-row:not([hidden]) select"));
      group.querySelector("[data-says]").textContent = text;
      group.hidden = !text;
    }
    form.querySelector("[data-changes]").textContent = say(changed(form));
  });
  if (form.elements.name) followName(form);
}

const say = (selects) =>
  [...selects]
    .map((each) => `${each.labels[0].textContent}: ${each.selectedOptions[0]?.text ?? ""}`)
    .join(" · ");

/** The options that differ from the chosen preset. */
function changed(form) {
  const values = JSON.parse(form.querySelector("[name=preset]:checked").dataset.values);
  return [...form.querySelectorAll(".opt-row select")].filter(({ name, value }) => value !== values[name]);
}

/** False for an option of another number of players, or one that others leave nothing to. */
function saysSomething(form, { dataset }) {
  const players = form.querySelector("[name=players]:checked")?.value ?? dataset.onlyFor;
  const unless = Object.entries(JSON.parse(dataset.unless ?? "{}"));
  return (
    (dataset.onlyFor ?? players) === players &&
    !unless.some(([name, value]) => form.elements[name]?.value === value)
  );
}

function follow(form, chosen) {
  const values = chosen.name === "preset" && chosen.dataset.values;
  if (!values) return;
  for (const [name, value] of Object.entries(JSON.parse(values)))
    if (form.elements[name]) form.elements[name].value = value;
  form.elements.base.value = chosen.value;
}

/** Choosing rules that are not for so many players chooses their usual number; choosing a number, rules for it. */
function seat(form, chosen) {
  const rules = form.querySelector("[name=preset]:checked");
  const players = form.querySelector("[name=players]:checked");
  if (!rules || !players || isFor(rules, players.value)) return;
  if (chosen.name === "preset") form.elements.players.value = rules.dataset.players.split(" ")[0];
  const other = [...form.querySelectorAll("[name=preset]")].find((each) => isFor(each, players.value));
  if (chosen.name !== "players" || !other) return;
  other.checked = true;
  follow(form, other);
}

/** Choosing a clock that only private tables have makes the table private. */
function close(form, chosen) {
  if (chosen.dataset.private?.split(" ").includes(chosen.value)) form.elements.private.checked = true;
}

const isFor = ({ dataset }, players) => dataset.players.split(" ").includes(players);

// Choosing house rules also sets their name.
function followName(form) {
  let offered = form.elements.name.value;
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "preset" || !target.dataset.values || form.elements.name.value !== offered) return;
    form.elements.name.value = offered = target.dataset.name ?? "";
  });
  // Enter in the name field saves; elsewhere it opens the table, as the first button does.
  form.elements.name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const isMine = form.querySelector("[data-mine]:checked");
    form.querySelector(isMine ? "[name=change]" : "[data-save]").click();
  });
}
