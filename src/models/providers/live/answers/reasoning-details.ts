import type { JSONObject, JSONValue } from '@ai-sdk/provider';
import { fieldsOf, listOf, textOf } from './foreign-values.js';

/** Limit of kept details; more would exceed the provider's own limits. */
const most = 10_000;

type Detail = Record<string, JSONValue | undefined>;

/**
 * `reasoning_details`, sent back with their message: signed or encrypted reasoning of the model
 * behind a gateway (https://openrouter.ai/docs/use-cases/reasoning-tokens).
 */
export class ReasoningDetails {
  private readonly kept: Detail[] = [];

  /** The details so far, in the form in which they are sent back. */
  get all(): JSONObject[] {
    return this.kept;
  }

  /** The readable text of the details. */
  take(details: unknown): string {
    const read = listOf(details)
      .map((detail) => fieldsOf(detail) as Detail)
      .filter((detail) => Object.keys(detail).length > 0);
    for (const detail of read) if (this.kept.length < most) this.keep(detail);
    return read.map(({ text, summary }) => textOf(text) ?? textOf(summary) ?? '').join('');
  }

  /** Joins pieces of one detail, those with the same index and type. */
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
