/**
 * A limit from a client, a number or its text: rounded down and clamped to 1..`max`; the default if
 * it is not a number.
 */
export function clampedLimit<Default>(
  sent: unknown,
  bounds: { readonly default: Default; readonly max: number },
): number | Default {
  const number = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
  if (typeof number !== 'number' || Number.isNaN(number)) return bounds.default;
  return Math.min(Math.max(Math.floor(number), 1), bounds.max);
}

/** A query parameter: undefined if it is absent or blank, the first one if it is repeated. */
export function queryText(sent: unknown): string | undefined {
  const [first] = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  return typeof first === 'string' && first.trim() !== '' ? first : undefined;
}
