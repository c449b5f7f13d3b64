import type { ServerEvent } from '#protocol/events.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { isOfReview, saidInReviews } from '../floor/review-talk.js';
import type { Said } from '../floor/talk.js';
import { dropOldest } from './live-texts.js';

const keptSpeeches = 200;
const keptTurns = 40;

/** What employees said lately: in debates by their speeches, in reviews by their turns. */
export class HeardTalk {
  /** The last speech of each employee, by employee id. */
  private readonly speeches = new Map<string, Said>();
  /** Turns of reviews, by id. */
  private readonly turns = new Map<string, TurnRecord>();
  private all: readonly Said[] = [];

  /** Oldest first. */
  get said(): readonly Said[] {
    return this.all;
  }

  /** Returns whether something was said. */
  take(event: ServerEvent): boolean {
    switch (event.type) {
      case 'speech':
        this.speeches.delete(event.fromEmployeeId);
        this.speeches.set(event.fromEmployeeId, event);
        dropOldest(this.speeches, keptSpeeches);
        break;
      case 'turn.started':
      case 'turn.finished':
        if (!isOfReview(event.turn)) return false;
        this.turns.set(event.turn.id, event.turn);
        dropOldest(this.turns, keptTurns);
        break;
      default:
        return false;
    }
    const reviewed = saidInReviews([...this.turns.values()]);
    this.all = [...this.speeches.values(), ...reviewed].toSorted((a, b) => a.at - b.at);
    return true;
  }

  /** Forgets what was said in other runs. */
  keep(runIds: ReadonlySet<string>): void {
    if (this.all.every(({ runId }) => runIds.has(runId))) return;
    for (const [id, { runId }] of this.speeches) if (!runIds.has(runId)) this.speeches.delete(id);
    for (const [id, { runId }] of this.turns) if (!runIds.has(runId)) this.turns.delete(id);
    this.all = this.all.filter(({ runId }) => runIds.has(runId));
  }
}
