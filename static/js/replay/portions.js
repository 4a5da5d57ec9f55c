// A long match comes in portions: those that were fetched are kept, and one of them stands in `positions`.

import { positionsOf } from "./positions.js";

/** `data` is what the page was sent; `positions` and the number of the first deal in `data` go with the portion shown. */
export function makePortions({ data, positions, game }) {
  const kept = [portionOf(data, positions)];
  const asked = new Map(); // deal → the answer that is on its way

  /** @type {(deal: number) => Sent} */
  const known = (deal) => kept.find(({ first, last }) => first <= deal && deal <= last);
  const has = (deal) => Boolean(known(deal));

  /** Resolves with whether a deal is here now. */
  function fetchDeal(deal) {
    if (!asked.has(deal))
      asked.set(
        deal,
        ask(deal).finally(() => asked.delete(deal)),
      );
    return asked.get(deal);
  }

  async function ask(deal) {
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.set("dove", `s${deal + 1}`);
    const asJson = { headers: { Accept: "application/json" } };
    const told = await fetch(url, asJson)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    if (!told) return false;
    Object.assign(data.fair, told.fair);
    kept.push(portionOf(told, positionsOf(told.frames, game)));
    return has(deal);
  }

  /** Show the portion with a deal that is here. */
  function turnTo(deal) {
    const portion = known(deal);
    if (portion.first === data.first) return;
    data.first = portion.first;
    positions.splice(0, positions.length, ...portion.positions);
  }

  /** Have the next deals at hand before the last one of a portion is over. */
  function lookAhead(deal) {
    if (deal === known(deal).last && deal + 1 < data.deals && !has(deal + 1)) fetchDeal(deal + 1);
  }

  return { has, fetch: fetchDeal, turnTo, lookAhead };
}

const portionOf = ({ first }, positions) => ({
  first,
  last: positions.at(-1).deal,
  positions: [...positions],
});
