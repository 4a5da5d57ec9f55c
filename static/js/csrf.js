// The token that a request needs which changes something.

import { SUFFIX } from "./site-path.js";

const COOKIE = new RegExp(`(?:^|; )csrftoken${SUFFIX}=([^;]+)`);

/**
 * The newest token: signing in or out, as a guest too, renews the cookie, while a form keeps the token of the
 * first load. "" if there is none.
 */
export const token = () => document.cookie.match(COOKIE)?.[1] ?? "";
