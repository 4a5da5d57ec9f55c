// The path of the site on its host, "/" or "/carte/": every address of ours begins with it.

/** The site's scripts are in its folder `static/<version>/js/`. */
export const SITE_PATH = new URL("../../../", import.meta.url).pathname;

/** The end of the names of its cookies: other sites of the same host have cookies, too. */
export const SUFFIX = SITE_PATH.slice(0, -1).replaceAll("/", "_");

/**
 * Keep a value for a year in a cookie, for the server.
 * @param {string} name without the end of our names
 * @param {string} value
 */
export function storeCookie(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store needs HTTPS, which a club's own machine lacks.
  document.cookie = `${name}${SUFFIX}=${value}; path=${SITE_PATH}; max-age=31536000; samesite=lax${secure}`;
}

/** @param {string} path below the site's */
export const openSocket = (path) => new WebSocket(location.origin.replace("http", "ws") + SITE_PATH + path);
