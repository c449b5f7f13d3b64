/** Invalid command line arguments; the message says why. */
export class UsageError extends Error {}
