/** One for each suite that loads this module. */
export const helper = {};
