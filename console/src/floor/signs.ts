/** Approximate width of a letter in a room's name, metres. */
export const letter = 0.235;
