// What a tab keeps of the desk of an event, so that it can be drawn without network, as long as nobody signs out:
// the tables of the latest round with their scores, and the entries.

import { token } from "../csrf.js";
import { SITE_PATH } from "../site-path.js";

const session = token(); // a page that goes on after its session is over keeps nothing for the next one
const DESKS = "ludopoli-session-desk-"; // site.js removes those of other sessions

/** The event of the address of a console: tornei/<event>/direzione/…, and what follows it. */
export function consoleHere() {
  const [, event, , ...rest] = location.pathname.slice(SITE_PATH.length).split("/");
  return { event, rest };
}

/**
 * @param {string} event
 * @param {Sent} desk
 */
export function keepDesk(event, desk) {
  try {
    sessionStorage.setItem(DESKS + event, JSON.stringify({ ...desk, session }));
  } catch {
    // without storage only the pages that are open work without network
  }
}

/** The desk of an event, if it was kept in this session. */
export function keptDesk(event) {
  const desk = JSON.parse(sessionStorage.getItem(DESKS + event) ?? "null");
  if (desk?.session === session) return desk;
  sessionStorage.removeItem(DESKS + event);
  return undefined;
}
