/**
 * A limit as a client wrote it, a number or the text of one: rounded down and kept between 1 and
 * `max`; the default when it is no number.
 */
export function clampedLimit<Default>(
  sent: unknown,
  bounds: { readonly default: Default; readonly max: number },
): number | Default {
  const number = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
  if (typeof number !== 'number' || Number.isNaN(number)) return bounds.default;
  return Math.min(Math.max(Math.floor(number), 1), bounds.max);
}

/** A parameter of the address: undefined when it is absent or blank, the first when it is repeated. */
export function queryText(sent: unknown): string | undefined {
  const [first] = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  return typeof first === 'string' && first.trim() !== '' ? first : undefined;
}
