/** How wide a letter of the name on the wall of a room is, about, metres. */
export const letter = 0.235;
