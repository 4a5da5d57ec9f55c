// The token that a request needs which changes something.

/**
 * The newest token: signing in or out, as a guest too, renews the cookie, while a form keeps the token of the
 * first load. "" if there is none.
 */
export const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
