// The task of a puzzle or of a step of a lesson: cards are chosen by touching them, or several where a set is asked
// for. Hidden radio buttons stay for keys and screen readers. After the answer to a puzzle the right cards and a wrong one are marked.

import { fill, find, setAttribute, setHidden, writeText } from "../table/dom.js";

/** `me` is the seat that has to choose. */
export function makeTask({ me }) {
  const board = find(".board");
  const form = find(".task form");
  const radios = form ? [...form.querySelectorAll("input[data-card]")] : [];
  /** @type {Sent[]} */
  const right = find("#answers") ? JSON.parse(find("#answers").textContent) : [];
  /** @type {Sent | null} */
  const wrong = find("#wrong") ? JSON.parse(find("#wrong").textContent) : null;
  const unanswered = form?.querySelector("[data-unanswered]");
  const many = Number(form?.dataset.many ?? 0);
  const button = form?.querySelector(".btn.primary");
  const send = button?.textContent;
  const hand = () => [...board.querySelectorAll(`[data-seat="${me}"] .pcard[data-card]`)];
  const cloth = () => [...board.querySelectorAll(".trick [data-card]")];

  const waysOf = (card) => radios.filter((radio) => radio.dataset.card === card);
  const takes = ({ dataset }, card) => (dataset.take ?? "").split(" ").includes(card);
  const chosen = () => radios.filter(({ checked }) => checked);

  const isMine = (node) => Boolean(node?.closest(`[data-seat="${me}"]`));

  /** The choices that a touched card may mean: its own or, on the cloth, those of the chosen card that take it. */
  function meant(node) {
    if (!node) return [];
    const { card } = node.dataset;
    return isMine(node)
      ? waysOf(card)
      : waysOf(chosen()[0]?.dataset.card).filter((radio) => takes(radio, card));
  }

  /** Choose the touched card or, if it has several ways, the next of them; one that is chosen is played. */
  function touch({ target }) {
    const node = target.closest(`[data-seat="${me}"] .pcard[data-card], .trick [data-card]`);
    const ways = meant(node);
    if (!ways.length) return;
    const at = ways.findIndex(({ checked }) => checked);
    const way = ways[(at + 1) % ways.length];
    if (way.checked && way.type === "radio") return void (isMine(node) && form.requestSubmit());
    way.checked = !way.checked;
    choose(way);
  }

  if (form) board.addEventListener("click", touch);
  form?.addEventListener("change", ({ target }) => choose(target));
  for (const kind of ["focusin", "focusout"]) form?.addEventListener(kind, mark);
  form?.addEventListener("invalid", showUnanswered, true);
  form?.addEventListener("submit", (event) => missing() && event.preventDefault());

  find(".task details")?.addEventListener("toggle", ({ target }) =>
    target.scrollIntoView({ block: "nearest" }),
  );

  const missing = () => (many ? many - chosen().length : 0);

  /** Ask for an answer in the page's own place: the browser's bubble would cover the task. */
  function showUnanswered(event) {
    event.preventDefault();
    writeText(unanswered, unanswered.dataset.unanswered);
    setHidden(unanswered, false);
  }

  function choose(input) {
    setHidden(unanswered, true);
    if (missing() < 0) input.checked = false;
    mark();
  }

  function mark() {
    const now = chosen();
    for (const node of hand()) {
      const ways = waysOf(node.dataset.card);
      setAttribute(node, "data-may", ways.length > 0);
      setAttribute(
        node,
        "data-chosen",
        ways.some(({ checked }) => checked),
      );
      setAttribute(
        node,
        "data-focus",
        ways.some((way) => way.matches(":focus-visible")),
      );
      judge(node);
    }
    if (many) {
      const more = missing();
      writeText(
        button,
        more ? fill(ngettext("%(n)s more card", "%(n)s more cards", more), { n: more }) : send,
      );
      setAttribute(button, "aria-disabled", more ? "true" : null);
    }
    for (const node of cloth()) {
      const { card } = node.dataset;
      setAttribute(
        node,
        "data-choice",
        now.length === 1 && waysOf(now[0].dataset.card).some((way) => takes(way, card)),
      );
      setAttribute(
        node,
        "data-meant",
        now.some((way) => takes(way, card)) || right.some(({ take }) => take?.includes(card)),
      );
    }
  }

  const cardsOf = ({ card, cards = [card] }) => cards;

  /** Mark the card of a right answer, and that of the wrong one, for the eye and for readers. */
  function judge(node) {
    const { card } = node.dataset;
    const isRight = right.some((each) => cardsOf(each).includes(card));
    const isWrong = !isRight && wrong !== null && cardsOf(wrong).includes(card);
    setAttribute(node, "data-better", isRight);
    setAttribute(node, "data-worse", isWrong);
    const said = (isRight && gettext("the right card")) || (isWrong && gettext("your answer"));
    setAttribute(node.firstElementChild, "aria-description", said);
  }

  /**
   * Read out the outcome, once it is visible; before an answer, lead the keys past the head of the page. A page that
   * shows the task stays at its top, where the hand is in view, too.
   */
  function ready() {
    const outcome = find("#task-h[data-outcome]");
    const place = find(".task");
    const isInView = place.getBoundingClientRect().bottom <= innerHeight;
    (outcome ?? place).focus({ preventScroll: !outcome || isInView });
  }

  return { asks: form !== null || right.length > 0, render: mark, ready };
}
