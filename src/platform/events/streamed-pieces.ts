import type { ServerEvent } from '../../protocol/events.js';
import type { CommittedEvent } from './drafts.js';

/**
 * Streamed pieces kept until their preceding event arrives; more are dropped, as streamed text may
 * be.
 */
const mostWaiting = 5000;
/**
 * Turns remembered, active and ended; later pieces of forgotten turns are not recognised as late.
 */
const mostTurns = 1000;

/**
 * Orders streamed pieces: those of other replicas are kept until the events that preceded them
 * there were delivered here. So a turn's text follows its start, and nothing of it follows its end.
 */
export class StreamedPieces {
  /** By the number of the preceding event. */
  private readonly waiting = new Map<number, ServerEvent[]>();
  private count = 0;
  /** The replica that streams each active turn, the longest silent first. */
  private readonly sources = new Map<string, string>();
  /** Ids of ended turns, oldest first. */
  private readonly ended = new Set<string>();

  keep(piece: ServerEvent, after: number): void {
    if (this.count >= mostWaiting) return;
    this.count += 1;
    const beside = this.waiting.get(after);
    if (beside === undefined) this.waiting.set(after, [piece]);
    else beside.push(piece);
  }

  /** True if the end of the piece's turn has been delivered. */
  isLate(piece: ServerEvent): boolean {
    return 'turnId' in piece && this.ended.has(piece.turnId);
  }

  /**
   * The events to announce for a piece. A replica that takes over a turn repeats the call, so text
   * streamed before is void.
   * @param from the replica that streams the piece
   */
  continued(piece: ServerEvent, from: string): readonly ServerEvent[] {
    if (piece.type !== 'turn.delta' && piece.type !== 'turn.reasoning') return [piece];
    const { at, runId, turnId } = piece;
    const before = this.sources.get(turnId);
    this.noteSource(turnId, from);
    if (before === undefined || before === from) return [piece];
    if (piece.type === 'turn.delta') return [{ ...piece, restart: true }];
    return [{ type: 'turn.delta', at, runId, turnId, text: '', restart: true }, piece];
  }

  /** To be called for each event in order; returns the pieces to announce after it. */
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

  private noteSource(turnId: string, from: string): void {
    this.sources.delete(turnId);
    this.sources.set(turnId, from);
    forgetOldest(this.sources);
  }

  private noteEnd(turnId: string): void {
    this.sources.delete(turnId);
    this.ended.add(turnId);
    forgetOldest(this.ended);
  }
}

function forgetOldest(turns: Set<string> | Map<string, string>): void {
  if (turns.size <= mostTurns) return;
  const [oldest] = turns.keys();
  if (oldest !== undefined) turns.delete(oldest);
}
