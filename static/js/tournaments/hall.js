// The screen in the hall: nobody scrolls it, so it goes on by itself to what does not fit.

const EACH_MS = 12_000;
const OVERLAP = 0.9; // of a screen, so that no line is cut on both

// Over a stream it is a strip, of which the same holds.
const screen = document.querySelector(".over-stream .hall-page") ?? document.documentElement;

function goOn() {
  const { scrollTop, scrollHeight, clientHeight } = screen;
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
  screen.scrollTo({ top: isAtEnd ? 0 : scrollTop + clientHeight * OVERLAP, behavior: "smooth" });
}

let timer = setInterval(goOn, EACH_MS);

// Somebody looks for a line: leave the page to them for a while.
for (const kind of ["wheel", "touchstart", "keydown"])
  addEventListener(kind, () => {
    clearInterval(timer);
    timer = setInterval(goOn, EACH_MS);
  });
