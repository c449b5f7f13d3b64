/** A fact from a client: an unchecked object. */
export type FactInput = Readonly<Record<string, unknown>>;

export function isFactInput(value: unknown): value is FactInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
