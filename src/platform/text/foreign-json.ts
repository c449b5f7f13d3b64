/**
 * What JSON from outside may hold. That its length is bounded is not enough: eight megabytes of
 * brackets take V8 two seconds, in which the service does nothing else.
 */
export const jsonLimits = { values: 50_000, depth: 100 } as const;

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** How much is measured between two looks at the result. */
const blockBytes = 64 * 1024;

/** Measures the bytes of JSON as they come: how many values it holds, and how deep. */
export class JsonMeter {
  private values = 1;
  private depth = 0;
  private deepest = 0;
  private inText = false;
  private escaped = false;

  /** There is more in it than a reader may be given. */
  get isTooMuch(): boolean {
    return this.values > jsonLimits.values || this.deepest > jsonLimits.depth;
  }

  /**
   * A line ends a text: JSON has no line breaks in its texts, and an event stream has fields.
   * One loop on local variables: it passes over every byte that a server sends.
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

/** Whether a text holds more than may be parsed, if it is JSON at all. */
export function isTooMuchJson(text: string): boolean {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter();
  for (let at = 0; at < bytes.length && !meter.isTooMuch; at += blockBytes) {
    meter.add(bytes.subarray(at, at + blockBytes));
  }
  return meter.isTooMuch;
}

/** Text that is no JSON, or more than may be parsed. The message quotes nothing of it. */
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

/** Where the fault is; the parser's own message quotes the text around it. */
function faultOf(error: unknown): string {
  const [where] = (error instanceof Error ? place.exec(error.message) : null) ?? [];
  return where === undefined ? 'the text is malformed' : `the text is malformed ${where}`;
}

/** The value of a JSON text; undefined when it is none. */
export function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
