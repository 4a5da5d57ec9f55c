// Long work in pieces: between them the page answers touches and keys.

/** Resolve in a task of its own, after whatever is urgent by then. */
export const nextTask = () =>
  globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
