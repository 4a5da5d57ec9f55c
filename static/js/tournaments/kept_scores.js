// What a phone keeps of a score sheet: scores that were not sent yet, and, as long as the tab is open and nobody
// has signed out, the sheet itself, so that the page can be loaded again without network.
//
// A kept sheet has the reader's own name and what they have written, and no names of others.

import { token } from "../csrf.js";
import { SITE_PATH } from "../site-path.js";

const session = token(); // a page that goes on after its session is over keeps nothing for the next one
const SHEETS = "ludopoli-session-sheet-"; // site.js removes those of other sessions

/**
 * @typedef {{ id: string, fields: [string, string][] }} Scores
 * @typedef {{ number: string, head: string, title: string, values: string[], writes: boolean }} Row
 * @typedef {{
 *   session: string, lang: string, name: string, heading: string, table: string, entry: string, own: number,
 *   rows: Row[],
 *   texts: Record<string, string | undefined>, brokenOff?: string,
 * }} Sheet
 */

/** The event of the address of a score sheet: tornei/<event>/foglio/. */
export const eventHere = () => location.pathname.slice(SITE_PATH.length).split("/")[1];

const keyOf = (event) => `ludopoli-scores-${event}`;

/** @returns {Scores[]} the scores of an event that were not sent yet, the earliest first */
export const unsent = (event) => JSON.parse(localStorage.getItem(keyOf(event)) ?? "[]");

/**
 * @param {string} event
 * @param {Scores[]} queue
 */
export function keepUnsent(event, queue) {
  try {
    localStorage.setItem(keyOf(event), JSON.stringify(queue));
  } catch {
    // without storage they are kept as long as the page
  }
}

/**
 * @param {string} event
 * @param {Omit<Sheet, "session">} sheet
 */
export function keepSheet(event, sheet) {
  try {
    sessionStorage.setItem(SHEETS + event, JSON.stringify({ ...sheet, session }));
  } catch {
    // without storage the page is lost when it is loaded again
  }
}

/** @returns {Sheet | undefined} the sheet of an event, if it was kept in this session */
export function keptSheet(event) {
  const sheet = JSON.parse(sessionStorage.getItem(SHEETS + event) ?? "null");
  if (sheet?.session === session) return sheet;
  sessionStorage.removeItem(SHEETS + event);
  return undefined;
}
