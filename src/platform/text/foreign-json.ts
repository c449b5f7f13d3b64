/**
 * Limits of foreign JSON. A limit on its length is not enough: eight megabytes of brackets block V8
 * for two seconds.
 */
export const jsonLimits = { values: 50_000, depth: 100 } as const;

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** Bytes measured between two checks of the result. */
const blockBytes = 64 * 1024;

/** Measures JSON bytes as they arrive: number of values, and depth. */
export class JsonMeter {
  private values = 1;
  private depth = 0;
  private deepest = 0;
  private inText = false;
  private escaped = false;

  /** True if the limits are exceeded. */
  get isTooMuch(): boolean {
    return this.values > jsonLimits.values || this.deepest > jsonLimits.depth;
  }

  /**
   * A line end closes a text, because JSON texts contain no raw line breaks, and fields of an event
   * stream end there. One loop over local variables, because it processes every byte that a server
   * sends.
   */
  add(bytes: Uint8Array): void {
    let { values, depth, deepest, inText, escaped } = this;
    for (const byte of bytes) {
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote || byte < space) inText = false;
      } else if (byte === quote) inText = true;
      else if (byte === comma) values += 1;
      // `[` and `{` differ in one bit, and so do `]` and `}`.
      else if ((byte | space) === openingBrace) {
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if ((byte | space) === closingBrace) depth -= 1;
    }
    Object.assign(this, { values, depth, deepest, inText, escaped });
  }
}

/** True if a text exceeds the limits, in case it is JSON. */
export function isTooMuchJson(text: string): boolean {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter();
  for (let at = 0; at < bytes.length && !meter.isTooMuch; at += blockBytes) {
    meter.add(bytes.subarray(at, at + blockBytes));
  }
  return meter.isTooMuch;
}

/** Text that is not JSON or exceeds the limits. The message quotes nothing of it. */
export class ForeignJsonError extends Error {}

/** @throws ForeignJsonError */
export function parseForeignJson(text: string): unknown {
  if (isTooMuchJson(text)) {
    const { values, depth } = jsonLimits;
    throw new ForeignJsonError(
      `it holds more than ${values} values, or nests deeper than ${depth}`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ForeignJsonError(faultOf(error), { cause: error });
  }
}

const place = /at position \d+(?: \(line \d+ column \d+\))?/;

/** Position of the fault; the parser's own message quotes the text around it. */
function faultOf(error: unknown): string {
  const [where] = (error instanceof Error ? place.exec(error.message) : null) ?? [];
  return where === undefined ? 'the text is malformed' : `the text is malformed ${where}`;
}

/** The value of a JSON text; undefined if it is invalid. */
export function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
