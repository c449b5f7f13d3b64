/** A query parameter: undefined if it is absent or blank, the first one if it is repeated. */
export function queryText(sent: unknown): string | undefined {
  const [first] = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  return typeof first === 'string' && first.trim() !== '' ? first : undefined;
}
