/** The text about a wait for a provider (`waitTexts`), this many seconds later. */
export function shortenedWait(told: string, seconds: number): string {
  const at = told.lastIndexOf(' (');
  const left = (before: string): string => String(Math.max(0, Number(before) - seconds));
  return told.slice(0, at) + told.slice(at).replace(/\d+/, left);
}
