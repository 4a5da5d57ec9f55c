// A phone's Back closes what is open over the table; only the next one leaves. While a panel is open the page has a
// second entry in the history. An entry that outlives its panel serves the next one.

export function closeOnBack({ isOpen, close }) {
  const heldAddress = (state) => (state?.isPanel ? location.href : null);
  let held = heldAddress(history.state);

  const holdBack = () => {
    if (held || !isOpen()) return;
    history.pushState({ isPanel: true }, "");
    held = heldAddress(history.state);
  };
  document.addEventListener("click", () => setTimeout(holdBack)); // once the click has opened the panel
  addEventListener("popstate", ({ state }) => {
    const wasHeld = held === location.href;
    held = heldAddress(state);
    if (!wasHeld || held) return;
    if (isOpen()) close();
    else history.back();
  });
}
