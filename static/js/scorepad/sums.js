// The sums of a score pad, from the data of its game (ludocards/engine/scorepad.py): what offline readers see.
// The server adds up with the rules themselves; a test compares the two.

const at = (byDeal, deal) => byDeal[Math.min(deal, byDeal.length - 1)];

/** The entries that are not taken back, in order. */
export function standingEntries(log) {
  const entries = [];
  for (const entry of log) {
    if (entry.strikes) entries.pop();
    else entries.push(entry);
  }
  return entries;
}

/**
 * The rows that a deal asks for if it ends so, each with its limits.
 *
 * @param {string} outcome
 * @param {number} deal
 */
export const asked = (pad, outcome, deal) =>
  outcomeOf(pad, outcome).rows.map((row) => ({
    name: row.name,
    least: row.least,
    step: row.step,
    usual: row.usual,
    most: at(row.most, deal),
    total: row.total.length ? at(row.total, deal) : null,
    shared: row.shared,
    atLeast: row.at_least,
    barred: row.barred.length ? at(row.barred, deal) : null,
    never: row.never,
    isSole: row.is_sole,
  }));

/**
 * Why these numbers of a row, one for each side, cannot be: the key of the sentence and its values.
 *
 * @param {number[]} numbers
 * @returns {[string, Record<string, any>] | null}
 */
export function faultOfRow(row, numbers) {
  const sum = numbers.reduce((all, number) => all + number, 0);
  if (numbers.some((number) => row.never.includes(number)))
    return ["never", { numbers: row.never.join(", ") }];
  if (row.isSole && numbers.filter(Boolean).length > 1) return ["sole", {}];
  if (row.total !== null && sum !== row.total) return ["together", { total: row.total }];
  if (row.shared !== null && sum > row.shared) return ["at_most", { total: row.shared }];
  if (sum < row.atLeast) return ["at_least", { total: row.atLeast }];
  if (sum === row.barred) return ["barred", { total: row.barred }];
  return null;
}

/**
 * The rows whose numbers no deal has together, or null.
 *
 * @param {string} outcome
 * @param {Record<string, number[]>} rows
 * @returns {string[] | null}
 */
export function contradictoryRows(pad, outcome, rows) {
  const sides = Object.values(rows)[0].map((_, side) => side);
  const has = (wanted, side) =>
    Object.entries(wanted).every(([name, numbers]) => numbers.includes(rows[name][side]));
  const found = outcomeOf(pad, outcome).contradictions.find(({ mine, others }) =>
    sides.some((side) => has(mine, side) && sides.some((other) => other !== side && has(others, other))),
  );
  return found ? [...new Set([...Object.keys(found.mine), ...Object.keys(found.others)])] : null;
}

/** The lines, the totals and the end of a match; `deal` and `dealer` are those of the next deal. */
export function addUp(pad, log) {
  const sides = new Set(pad.sides).size;
  const entries = standingEntries(log);
  let totals = Array(sides).fill(0);
  let counted = 0;
  const lines = entries.map((entry, deal) => {
    const outcome = outcomeOf(pad, entry.outcome);
    const scores = scored(pad, outcome, entry, deal);
    totals = totals.map((total, side) => total + scores[side]);
    counted += outcome.counts ? 1 : 0;
    return { entry, scores, totals };
  });
  const most = Math.max(...totals);
  const isOver =
    pad.deals === null ? most >= pad.target && leadingSides(pad, totals).length === 1 : counted >= pad.deals;
  return { lines, totals, isOver, deal: lines.length, dealer: dealerOf(pad, lines.length) };
}

/** The sides with the best score. */
export function leadingSides(pad, totals) {
  const best = pad.fewest_win ? Math.min(...totals) : Math.max(...totals);
  return totals.flatMap((total, side) => (total === best ? [side] : []));
}

const outcomeOf = (pad, name) => pad.outcomes.find((outcome) => outcome.name === name);
const dealerOf = (pad, deal) => (pad.dealer + deal) % pad.sides.length;

function scored(pad, outcome, entry, deal) {
  const dealing = pad.sides[dealerOf(pad, deal)];
  const points = entry.rows[outcome.rows[0].name].map((_, side) =>
    outcome.rows.reduce(
      (table, row) => table[(entry.rows[row.name][side] - row.least) / row.step],
      outcome.scores[side === dealing ? 1 : 0],
    ),
  );
  if (!pad.counts_wins) return points;
  const best = Math.max(...points);
  const isAlone = points.filter((each) => each === best).length === 1;
  return points.map((each) => (each === best && isAlone ? 1 : 0));
}
