// The names of seats and sides as this reader sees them ("you", "we"), in the page's language.

import { fill, listed } from "./dom.js";

export function makeNames(store) {
  const isMe = (seat) => seat === store.me;
  const name = (seat) => store.table.seats[seat]?.name || fill(gettext("seat %(n)s"), { n: seat + 1 });
  const sides = () => store.view?.sides ?? store.table.seats.map(({ seat }) => seat);
  const count = () => new Set(sides()).size;
  const inPairs = () => count() < sides().length;
  const members = (side) => sides().flatMap((each, seat) => (each === side ? [seat] : []));
  const mySide = () => (store.seated ? sides()[store.me] : null);

  /** The sides in the order to list them: the player's own first. */
  function order() {
    const all = [...new Set(sides())];
    return store.seated ? [mySide(), ...all.filter((side) => side !== mySide())] : all;
  }

  /** How many places a seat is after another, in the order in which they sit. */
  const distance = (from, seat) => (seat - from + store.table.players) % store.table.players;

  /** The members of a side: "tu e Nunzia". */
  function together(side) {
    const others = members(side)
      .filter((seat) => !isMe(seat))
      .map(name);
    return listed(side === mySide() ? [gettext("you"), ...others] : others);
  }

  /** A side in short: "Noi", "Loro", or a name where everybody plays alone. */
  function short(side) {
    if (!store.seated || !inPairs()) return side === mySide() ? gettext("You") : together(side);
    if (side === mySide()) return gettext("We");
    return count() === 2 ? gettext("They") : together(side);
  }

  /** The same within a sentence: "noi", "loro", "Anna e Carla". */
  const shortInLine = (side) =>
    store.seated && (side === mySide() || inPairs()) ? short(side).toLocaleLowerCase() : together(side);

  /** One word of the name of a seat, the last one of a bot's. */
  const word = (seat) =>
    name(seat)
      .split(" ")
      .at(store.table.seats[seat].state === "bot" ? -1 : 0) ?? "";

  /** The same for a narrow place, in two short lines: one word for each player of a side that is named. */
  const brief = (side) =>
    store.seated && (side === mySide() || (inPairs() && count() === 2))
      ? shortInLine(side)
      : members(side).map(word).join(", ");

  /** The role of a seat in the deal of a view: the reader's partner, alone against the others, or none. */
  function role(seat, view) {
    const teams = view?.teams ?? sides();
    const team = teams[seat];
    if (store.seated && !isMe(seat) && team !== null && team === teams[store.me]) return gettext("partner");
    const isAlone =
      view?.teams && !teams.includes(null) && teams.filter((each) => each === team).length === 1;
    return isAlone ? gettext("alone") : "";
  }

  /** The teams in words, "tu e Anna contro Bruno"; null as long as they are not known. */
  function against(teams) {
    if (teams.includes(null)) return null;
    const own = teams[store.me ?? 0];
    const named = (isOwn) => {
      const seats = teams.flatMap((each, seat) => ((each === own) === isOwn ? [seat] : []));
      const others = seats.filter((seat) => !isMe(seat)).map(name);
      return listed(seats.some(isMe) ? [gettext("you"), ...others] : others);
    };
    return fill(gettext("%(these)s against %(those)s"), { these: named(true), those: named(false) });
  }

  /** The target of the match: "si gioca a 31 punti". */
  function aim() {
    const [label, value] = store.table.rules[0] ?? ["", ""];
    return `${label.charAt(0).toLocaleLowerCase()}${label.slice(1)} ${value}`.trim();
  }

  return {
    aim,
    isMe,
    name,
    order,
    together,
    short,
    shortInLine,
    brief,
    count,
    members,
    mySide,
    inPairs,
    side: (seat) => sides()[seat],
    role,
    against,
    distance,
    position: (seat) => distance(store.near, seat),
  };
}
