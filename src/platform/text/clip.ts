/**
 * The beginning of a text, at most `max` characters (UTF-16 units), and `marker` when something
 * was cut. A surrogate pair is never cut in half, so the result stays well formed.
 */
export function clip(text: string, max: number, marker = ''): string {
  if (text.length <= max) return text;
  const end = splitsPair(text, max) ? max - 1 : max;
  return text.slice(0, end) + marker;
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
