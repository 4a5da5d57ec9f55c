// The fragment of the address names the position, and whose cards are seen: #s3-p4-c2, #s3-p4-c2-da2. A
// shared link has the same as ?dove=, because a server that makes its preview never receives the fragment.

export const here = () => location.hash.slice(1) || new URLSearchParams(location.search).get("dove") || "";

/** Split a name into the position and the seat whose cards are seen: `{at, seat}`. */
export function readPlace(name, seats) {
  const [, at, from] = name.match(/^(.*?)(?:-da(\d+))?$/);
  const seat = Number(from) - 1;
  return { at, seat: seats.includes(seat) ? seat : null };
}

/** The deal of a position, counted from 0; 0 for anything unknown. */
export const dealOf = (at) => Math.max(0, Number(at.match(/^s(\d+)(?:-|$)/)?.[1] ?? 1) - 1);

/** The index of a position; a trick alone means its first card, anything unknown the first position. */
export const indexOf = (at, positions) =>
  Math.max(
    0,
    positions.findIndex((each) => each.at === at || each.at === `${at}-c1`),
  );

export const name = ({ at }, seat) => `${at}${seat === null ? "" : `-da${seat + 1}`}`;

export function writePlace(position, seat) {
  const url = new URL(location.href);
  url.searchParams.delete("dove");
  url.hash = name(position, seat);
  history.replaceState(history.state, "", url);
}
