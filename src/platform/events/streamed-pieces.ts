import type { ServerEvent } from '../../protocol/events.js';
import type { CommittedEvent } from './drafts.js';

/** Pieces that wait for the event before them; more are lost, as streamed text may be. */
const mostWaiting = 5000;
/** Turns that are remembered, at work and ended: a piece that comes later than so many is not known. */
const mostTurns = 1000;

/**
 * What replicas stream; of others it is kept until the events that came before it there were delivered
 * here. So a turn's text follows its start, and nothing of it follows its end.
 */
export class StreamedPieces {
  /** By the number of the event before them. */
  private readonly waiting = new Map<number, ServerEvent[]>();
  private count = 0;
  /** Which replica streams a turn that is at work, the one that was silent longest first. */
  private readonly sources = new Map<string, string>();
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

  /**
   * The piece as it is announced. Where a replica goes on with the turn of another one it makes the
   * call again, so that what was streamed of the call before is void.
   * @param from the replica that streams it
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
