// Keeping the house rules of a table without leaving it.

for (const form of document.querySelectorAll("form[data-keep]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [button, status] = [form.querySelector("button"), form.querySelector("[role=status]")];
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    status.textContent = await keep(form);
    button.removeAttribute("aria-busy");
    button.hidden = status.textContent === status.dataset.done;
  });
}

/** Send the form and return the outcome in words. */
async function keep(form) {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      headers: { Accept: "application/json" },
    });
    return answer.ok ? form.querySelector("[role=status]").dataset.done : (await answer.json()).message;
  } catch {
    return form.dataset.failed;
  }
}
