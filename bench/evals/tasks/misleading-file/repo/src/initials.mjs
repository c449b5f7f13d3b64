/** The first letters of a name. */
export function initials(name) {
  return name[0].toUpperCase();
}
