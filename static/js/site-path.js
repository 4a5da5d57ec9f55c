// The path of the site on its host, "/" or "/carte/": every address of ours begins with it.

/** The site's scripts are in its folder `static/<version>/js/`. */
export const SITE_PATH = new URL("../../../", import.meta.url).pathname;

/** The end of the names of its cookies: other sites of the same host have cookies, too. */
export const SUFFIX = SITE_PATH.slice(0, -1).replaceAll("/", "_");

/** @param {string} path below the site's */
export const openSocket = (path) => new WebSocket(location.origin.replace("http", "ws") + SITE_PATH + path);
