import "./times.js";

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
