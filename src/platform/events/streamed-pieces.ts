import type { ServerEvent } from '../../protocol/events.js';
import type { CommittedEvent } from './drafts.js';

/** Pieces that wait for the event before them; more are lost, as streamed text may be. */
const mostWaiting = 5000;
/** Turns whose end is remembered: a piece that comes later than so many ends is not recognised. */
const mostEnds = 1000;

/**
 * What other replicas stream, kept until the events that came before it there were delivered here. So
 * a turn's text follows its start, and nothing of it follows its end.
 */
export class StreamedPieces {
  /** By the number of the event before them. */
  private readonly waiting = new Map<number, ServerEvent[]>();
  private count = 0;
  /** Ids of turns that ended, oldest first. */
  private readonly ended = new Set<string>();

  keep(piece: ServerEvent, after: number): void {
    if (this.count >= mostWaiting) return;
    this.count += 1;
    const beside = this.waiting.get(after);
    if (beside === undefined) this.waiting.set(after, [piece]);
    else beside.push(piece);
  }

  /** Whether the end of its turn has been delivered. */
  isLate(piece: ServerEvent): boolean {
    return 'turnId' in piece && this.ended.has(piece.turnId);
  }

  /** To be called for each event in the order of numbers: what is to be announced behind it. */
  takeAfter(event: CommittedEvent): readonly ServerEvent[] {
    if (event.type === 'turn.finished') this.noteEnd(event.turn.id);
    if (this.count === 0) return [];
    const taken: ServerEvent[] = [];
    // Numbers in between may have been skipped.
    for (const [after, pieces] of this.waiting) {
      if (after > event.seq) continue;
      this.waiting.delete(after);
      this.count -= pieces.length;
      taken.push(...pieces.filter((piece) => !this.isLate(piece)));
    }
    return taken;
  }

  private noteEnd(turnId: string): void {
    this.ended.add(turnId);
    if (this.ended.size <= mostEnds) return;
    for (const oldest of this.ended) {
      this.ended.delete(oldest);
      return;
    }
  }
}
