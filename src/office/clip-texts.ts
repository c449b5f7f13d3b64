import { clip } from '../platform/text/clip.js';

/**
 * The record with every text in it, however deep, cut to at most so many characters, the marker
 * included. What is short enough comes back as the very same object.
 */
export function clipTexts<T>(record: T, max: number, marker: string): T {
  return clipped(record, (text) =>
    text.length <= max ? text : clip(text, max - marker.length, marker),
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
