/**
 * Cuts every text in the record, however deep, to at most `max` characters including the marker. A
 * record without long texts is returned as the same object.
 */
export function clipTexts<T>(record: T, max: number, marker: string): T {
  return clipped(record, (text) =>
    text.length <= max ? text : beginning(text, max - marker.length) + marker,
  ) as T;
}

function clipped(value: unknown, cut: (text: string) => string): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map((item) => clipped(item, cut)),
    );
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const cutEntries = entries.map(([key, inner]) => [key, clipped(inner, cut)] as const);
  const isSame = entries.every(([, inner], index) => cutEntries[index]?.[1] === inner);
  return isSame ? value : Object.fromEntries(cutEntries);
}

function sameOr(original: readonly unknown[], cut: readonly unknown[]): readonly unknown[] {
  return original.every((item, index) => cut[index] === item) ? original : cut;
}

/** At most `max` characters (UTF-16 units); never splits a surrogate pair. */
function beginning(text: string, max: number): string {
  return text.slice(0, splitsPair(text, max) ? max - 1 : max);
}

/** True if the offset lies inside a surrogate pair. */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
