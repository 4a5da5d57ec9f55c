// Parts of the page that are loaded on first use.

/** A part that is loaded on first use: `part()` resolves to it, and `part.here` holds it from then on. */
export function later(load) {
  let loading = null;
  const part = () => (loading ??= load().then(keep, fail));
  const keep = (made) => (part.here = made);
  const fail = (error) => {
    loading = null;
    throw error;
  };
  part.here = null;
  return part;
}
