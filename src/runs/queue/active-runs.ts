import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import type { RunSession } from '../engine/journal/run-session.js';

/** At most this many times the capacity may be runs that wait for approval. */
const mostResting = 3;

/**
 * The runs that this process works on, and its free places. A run that only waits for people takes
 * no place; when it continues it does so at once, in addition to those that arrived meanwhile.
 */
@Injectable()
export class ActiveRuns {
  private readonly sessions = new Map<string, RunSession>();
  private readonly capacity: number;
  private roomChanged: () => void = () => undefined;

  constructor(config: OfficeConfig) {
    this.capacity = config.fleet.capacity;
  }

  /** Called when a run may have started or stopped waiting for people. */
  onRoomChanged(handler: () => void): void {
    this.roomChanged = handler;
  }

  add(session: RunSession): void {
    this.sessions.set(session.run.id, session);
    session.handover.onChange(() => this.roomChanged());
  }

  remove(session: RunSession): void {
    this.sessions.delete(session.run.id);
  }

  find(runId: string): RunSession | undefined {
    return this.sessions.get(runId);
  }

  all(): readonly RunSession[] {
    return [...this.sessions.values()];
  }

  /** Number of further runs that can be worked on; negative if there are too many. */
  roomBeside(working: number): number {
    const resting = this.all().filter(({ handover }) => handover.rests).length;
    return this.capacity + Math.min(resting, mostResting * this.capacity) - working;
  }
}
