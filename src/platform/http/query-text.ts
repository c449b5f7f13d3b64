/** A parameter of the address: undefined when it is absent or blank, the first when it is repeated. */
export function queryText(sent: unknown): string | undefined {
  const [first] = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  return typeof first === 'string' && first.trim() !== '' ? first : undefined;
}
