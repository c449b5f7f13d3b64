import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import type { RunSession } from '../engine/journal/run-session.js';

/** So many times its capacity of runs a process holds that only wait for people. */
const mostResting = 3;

/**
 * The runs that this process works on at the moment, and how many more it can take. One that only
 * waits for people takes no place; when it goes on it does so at once, beside those that came
 * meanwhile.
 */
@Injectable()
export class ActiveRuns {
  private readonly sessions = new Map<string, RunSession>();
  private readonly capacity: number;
  private roomChanged: () => void = () => undefined;

  constructor(config: OfficeConfig) {
    this.capacity = config.fleet.capacity;
  }

  /** Called when a run may have begun or ceased to wait for people. */
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

  /** How many more runs can be worked on beside so many; negative when there are too many. */
  roomBeside(working: number): number {
    const resting = this.all().filter(({ handover }) => handover.rests).length;
    return this.capacity + Math.min(resting, mostResting * this.capacity) - working;
  }
}
