import type { ServerEvent } from '#protocol/events.js';

/** Text that a turn has written. */
export interface Written {
  readonly text: string;
  readonly reasoning: string;
}

export interface WrittenNow {
  readonly now: Written;
  readonly beforeCall: Written;
  /** False: text may be missing from before this page listened, or while it was away. */
  readonly isWhole: boolean;
}

const nothing: Written = { text: '', reasoning: '' };

const keptTurns = 200;
/**
 * Minimum number of characters of running text that are kept; the end of the turn brings the whole
 * text.
 */
const keptText = 200_000;

/** Text that running turns have written so far, by turn id. */
export class LiveTexts {
  readonly texts = new Map<string, string>();
  readonly reasonings = new Map<string, string>();
  /** Text as of the beginning of the turn's current model call, by turn id. */
  private readonly beforeCall = new Map<string, Written>();
  /** Turns of which this page has received all text. */
  private readonly whole = new Set<string>();
  /** When the service greeted this page, ms. */
  private listensSince = 0;

  /** Returns whether the event changed something that is shown. */
  take(event: ServerEvent): boolean {
    switch (event.type) {
      case 'hello':
        this.whole.clear();
        this.listensSince = event.at;
        return false;
      case 'turn.started':
        if (event.at >= this.listensSince) this.whole.add(event.turn.id);
        return false;
      case 'turn.delta':
        if (event.restart) this.set(event.turnId, this.beforeCallOf(event.turnId));
        append(this.texts, event.turnId, this.breakBefore(event.turnId) + event.text);
        return true;
      case 'turn.reasoning':
        append(this.reasonings, event.turnId, event.text);
        return true;
      case 'tool.result':
        // The turn's next text belongs to another model call.
        this.beforeCall.set(event.turnId, this.writtenBy(event.turnId));
        dropOldest(this.beforeCall, keptTurns);
        return false;
      case 'turn.finished':
        for (const kept of [this.texts, this.reasonings, this.beforeCall, this.whole]) {
          kept.delete(event.turn.id);
        }
        return true;
      default:
        return false;
    }
  }

  /** The text as of the beginning of the turn's current model call. */
  beforeCallOf(turnId: string): Written {
    return this.beforeCall.get(turnId) ?? nothing;
  }

  /** The text of the turn so far, as far as this page received it. */
  writtenBy(turnId: string): Written {
    const text = this.texts.get(turnId) ?? '';
    return { text, reasoning: this.reasonings.get(turnId) ?? '' };
  }

  isWhole(turnId: string): boolean {
    return this.whole.has(turnId);
  }

  private breakBefore(turnId: string): string {
    return breakOfCall(this.texts.get(turnId) ?? '', this.beforeCallOf(turnId).text);
  }

  private set(turnId: string, { text, reasoning }: Written): void {
    this.texts.set(turnId, text);
    this.reasonings.set(turnId, reasoning);
  }
}

/** The separator between the texts of two model calls, as in the turn's record. */
export function breakOfCall(written: string, beforeCall: string): string {
  return written !== '' && written.length === beforeCall.length ? '\n\n' : '';
}

function append(to: Map<string, string>, id: string, text: string): void {
  const whole = (to.get(id) ?? '') + text;
  // Cutting copies the whole text, so it is done once for many pieces.
  to.set(id, whole.length > 2 * keptText ? whole.slice(-keptText) : whole);
  dropOldest(to, keptTurns);
}

/** Keeps only this many of the newest entries. */
export function dropOldest(map: Map<string, unknown>, kept: number): void {
  for (const key of map.keys()) {
    if (map.size <= kept) return;
    map.delete(key);
  }
}
