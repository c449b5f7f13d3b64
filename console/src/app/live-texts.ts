import type { ServerEvent } from '#protocol/events.js';

/** What a turn has written. */
export interface Written {
  readonly text: string;
  readonly reasoning: string;
}

export interface WrittenNow {
  readonly now: Written;
  readonly beforeCall: Written;
}

const nothing: Written = { text: '', reasoning: '' };

const keptTurns = 200;
/** Characters of running text that are kept at least; the whole text comes with the end of the turn. */
const keptText = 200_000;

/** What turns at work have written so far, by the id of the turn. */
export class LiveTexts {
  readonly texts = new Map<string, string>();
  readonly reasonings = new Map<string, string>();
  /** What they had written when their present call began. */
  private readonly beforeCall = new Map<string, Written>();

  /** Answers whether the event changed anything that is shown. */
  take(event: ServerEvent): boolean {
    switch (event.type) {
      case 'turn.delta':
        if (event.restart) this.set(event.turnId, this.beforeCall.get(event.turnId) ?? nothing);
        append(this.texts, event.turnId, event.text);
        return true;
      case 'turn.reasoning':
        append(this.reasonings, event.turnId, event.text);
        return true;
      case 'tool.result':
        // The next text of the turn is that of another call.
        this.beforeCall.set(event.turnId, this.writtenBy(event.turnId));
        dropOldest(this.beforeCall, keptTurns);
        return false;
      case 'turn.finished':
        for (const map of [this.texts, this.reasonings, this.beforeCall]) map.delete(event.turn.id);
        return true;
      default:
        return false;
    }
  }

  /** What the turn had written when its present call began. */
  beforeCallOf(turnId: string): Written {
    return this.beforeCall.get(turnId) ?? nothing;
  }

  /** What the turn has written so far, as far as it was heard of. */
  writtenBy(turnId: string): Written {
    const text = this.texts.get(turnId) ?? '';
    return { text, reasoning: this.reasonings.get(turnId) ?? '' };
  }

  private set(turnId: string, { text, reasoning }: Written): void {
    this.texts.set(turnId, text);
    this.reasonings.set(turnId, reasoning);
  }
}

function append(to: Map<string, string>, id: string, text: string): void {
  const whole = (to.get(id) ?? '') + text;
  // Cutting copies all of it: done once for many pieces.
  to.set(id, whole.length > 2 * keptText ? whole.slice(-keptText) : whole);
  dropOldest(to, keptTurns);
}

/** Leaves the newest entries only, so many of them. */
export function dropOldest(map: Map<string, unknown>, kept: number): void {
  for (const key of map.keys()) {
    if (map.size <= kept) return;
    map.delete(key);
  }
}
