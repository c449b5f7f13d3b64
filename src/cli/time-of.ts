/** A time in a table, UTC to the second. */
export function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
