import type { JSONObject, JSONValue } from '@ai-sdk/provider';
import { fieldsOf, listOf, textOf } from './foreign-values.js';

/** What of a stream is kept at most: more would not fit the vendor's own limits. */
const most = 10_000;

type Detail = Record<string, JSONValue | undefined>;

/**
 * `reasoning_details`, which go back with the message they came with: signed or sealed reasoning of
 * the vendor behind a gateway (https://openrouter.ai/docs/use-cases/reasoning-tokens).
 */
export class ReasoningDetails {
  private readonly kept: Detail[] = [];

  /** The details so far, as they go back. */
  get all(): JSONObject[] {
    return this.kept;
  }

  /** What the details say in words. */
  take(details: unknown): string {
    const read = listOf(details)
      .map((detail) => fieldsOf(detail) as Detail)
      .filter((detail) => Object.keys(detail).length > 0);
    for (const detail of read) if (this.kept.length < most) this.keep(detail);
    return read.map(({ text, summary }) => textOf(text) ?? textOf(summary) ?? '').join('');
  }

  /** A stream tells one detail in pieces: those with the same index and type are put together. */
  private keep(piece: Detail): void {
    const last = this.kept.at(-1);
    const { index, type } = piece;
    if (
      last === undefined ||
      index === undefined ||
      last['index'] !== index ||
      last['type'] !== type
    ) {
      this.kept.push({ ...piece });
      return;
    }
    for (const [name, value] of Object.entries(piece)) {
      const before = last[name];
      const isText = ['text', 'summary', 'data'].includes(name);
      if (isText && typeof before === 'string' && typeof value === 'string') {
        last[name] = before + value;
      } else if (value !== null && value !== undefined) last[name] = value;
    }
  }
}
