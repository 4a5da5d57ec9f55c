// Redoc draws the page of the API; what it leaves out for the keyboard and for screen readers is added here.

const page = document.querySelector("main");

function mend() {
  for (const sample of page.querySelectorAll("pre:not([tabindex])")) sample.tabIndex = 0;
  for (const heading of page.querySelectorAll("h5:not([aria-level])")) heading.setAttribute("aria-level", "3");
}

new MutationObserver(mend).observe(page, { childList: true, subtree: true });
