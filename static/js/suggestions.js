// Fields in which a director types who somebody is: they suggest people while one types.

const CALM_MS = 125;

/**
 * Suggest the people whom the text of a field may mean, from the address in its `data-find`; beside the person in the
 * field that `data-beside` names.
 */
function suggestPeople(field) {
  const list = document.createElement("datalist");
  list.id = field.getAttribute("list");
  field.after(list);
  let pending = 0;
  let asked = 0;

  async function suggest() {
    const beside = field.dataset.beside ? field.form.elements[field.dataset.beside].value : "";
    if (!field.value && !beside) return;
    const number = ++asked;
    const url = `${field.dataset.find}?${new URLSearchParams({ q: field.value, con: beside })}`;
    const answer = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || number !== asked) return;
    const { people } = await answer.json();
    list.replaceChildren(
      ...people.map((each) =>
        Object.assign(document.createElement("option"), {
          value: each.text,
          label: [each.text, each.licence, each.entered ? "✓" : ""].filter(Boolean).join(" · "),
        }),
      ),
    );
  }

  field.addEventListener("focus", suggest);
  field.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(suggest, CALM_MS);
  });
}

/** Suggest people in each field that asks for it and has none yet: a part of the page may have been renewed. */
function suggestEverywhere() {
  for (const field of document.querySelectorAll("[data-find]")) if (!field.list) suggestPeople(field);
}

suggestEverywhere();
document.addEventListener("shown", suggestEverywhere, true);
