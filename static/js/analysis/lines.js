// Comparing lists of commands. A database may give their fields in another order.

const sorted = (command) => Object.entries(command).sort(([one], [other]) => (one < other ? -1 : 1));

/** A text that is the same for the same commands. */
export const keyOf = (commands) => JSON.stringify(commands.map(sorted));

/** True if a list of commands begins with these. */
export const starts = (all, commands) => keyOf(all.slice(0, commands.length)) === keyOf(commands);

/** True if a command is the one that was given, words said with a card aside. */
export const isSame = (action, given) =>
  Object.entries(action).every(([name, value]) => JSON.stringify(given[name]) === JSON.stringify(value));
