/** Where the service is, without a slash at the end: the page is its root, under whatever path. */
export const baseAddress = new URL('.', location.href).href.replace(/\/$/, '');
