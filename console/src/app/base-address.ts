/**
 * Base address of the service without a trailing slash: the page is served at its root, under any
 * path.
 */
export const baseAddress = new URL('.', location.href).href.replace(/\/$/, '');
