// The portions of a long match: those fetched are kept, and `positions` holds the one shown.

import { positionsOf } from "./positions.js";

/**
 * `data` is what the page was sent; `positions` and `data.first`, the number of its first deal, follow the
 * portion.
 */
export function makePortions({ data, positions, game }) {
  const kept = [portionOf(data, positions)];
  const asked = new Map(); // deal → promise of the request under way

  /** @type {(deal: number) => Sent} */
  const known = (deal) => kept.find(({ first, last }) => first <= deal && deal <= last);
  const has = (deal) => Boolean(known(deal));

  /** Fetch a deal; resolves to true if it is here now. */
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
    const portion = await fetch(url, asJson)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    if (!portion) return false;
    Object.assign(data.fair, portion.fair);
    kept.push(portionOf(portion, positionsOf(portion.frames, game)));
    return has(deal);
  }

  /** Switch to the portion of a deal that is here. */
  function turnTo(deal) {
    const portion = known(deal);
    if (portion.first === data.first) return;
    data.first = portion.first;
    positions.splice(0, positions.length, ...portion.positions);
  }

  /** Fetch the next portion in advance, during the last deal of this one. */
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
