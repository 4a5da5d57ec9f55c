// The end of the address names the position, and whose cards are seen: #s3-p4-c2, #s3-p4-c2-da2.

/** Where the address leads: `{index, seat}`; a trick alone means its first card, anything unknown the start. */
export function read(hash, positions, seats) {
  const [, at, from] = hash.slice(1).match(/^(.*?)(?:-da(\d+))?$/);
  const index = positions.findIndex((each) => each.at === at || each.at === `${at}-c1`);
  const seat = Number(from) - 1;
  return { index: Math.max(0, index), seat: seats.includes(seat) ? seat : null };
}

export function write({ at }, seat) {
  history.replaceState(history.state, "", `#${at}${seat === null ? "" : `-da${seat + 1}`}`);
}
