// Redoc renders the API page; this gives it the site's fonts and the reader's colours, and adds what it lacks
// for the keyboard and for screen readers.

const page = document.querySelector("main");

function look() {
  const colour = (token) => {
    page.style.color = `var(--${token})`;
    return getComputedStyle(page).color;
  };
  const [paper, surface, sunken, ink, quiet, line] = [
    "paper",
    "surface",
    "sunken",
    "ink",
    "ink-2",
    "line",
  ].map(colour);
  const [accent, brass, ok, danger, info] = ["terracotta", "brass", "ok", "danger", "info"].map(colour);
  const [deep, onFelt] = ["felt-deep", "on-felt"].map(colour);
  page.style.color = "";
  const response = (color, tabTextColor) => ({ color, backgroundColor: surface, tabTextColor });
  return {
    colors: {
      primary: { main: accent },
      success: { main: ok },
      warning: { main: brass },
      error: { main: danger },
      gray: { 50: surface, 100: sunken },
      text: { primary: ink, secondary: quiet },
      border: { dark: line, light: line },
      responses: {
        success: response(ok, "#86C796"),
        error: response(danger, "#F29A8A"),
        redirect: response(brass, "#E3C27A"),
        info: response(info, "#86C6CE"),
      },
      http: {
        get: "#2A6440",
        post: "#1C5B68",
        put: "#6B4E12",
        patch: "#6B4E12",
        delete: "#9C2A2A",
        head: "#5A3868",
        options: "#5A3868",
        link: "#1C5B68",
        basic: "#4C5853",
      },
    },
    schema: {
      linesColor: line,
      nestedBackground: sunken,
      typeNameColor: quiet,
      typeTitleColor: quiet,
      requireLabelColor: danger,
      arrow: { color: quiet },
    },
    typography: {
      fontSize: "16px",
      fontFamily: '"Instrument Sans", sans-serif',
      headings: { fontFamily: '"Fraunces", serif', fontWeight: "560" },
      code: { color: ink, backgroundColor: sunken },
      links: { color: accent, visited: accent, hover: ink },
    },
    sidebar: { backgroundColor: surface, textColor: ink, activeTextColor: accent, arrow: { color: quiet } },
    rightPanel: { backgroundColor: deep, textColor: onFelt },
    codeBlock: { backgroundColor: "#0C2925" },
    fab: { backgroundColor: paper, color: accent },
  };
}

// Redoc keeps its initial colours, so the theme of the whole page is fixed as well.
document.documentElement.dataset.theme ||= matchMedia("(prefers-color-scheme: dark)").matches
  ? "dark"
  : "light";
page.querySelector("redoc").setAttribute("theme", JSON.stringify(look()));

function mend() {
  for (const sample of page.querySelectorAll("pre:not([tabindex])")) sample.tabIndex = 0;
  for (const heading of page.querySelectorAll("h5:not([aria-level])"))
    heading.setAttribute("aria-level", "3");
}

new MutationObserver(mend).observe(page, { childList: true, subtree: true });
