/** A command line that cannot be followed; the message says why. */
export class UsageError extends Error {}
