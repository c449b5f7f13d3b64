/** What a client sent as a fact: an object of which nothing more is known. */
export type FactInput = Readonly<Record<string, unknown>>;

export function isFactInput(value: unknown): value is FactInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
