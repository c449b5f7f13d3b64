import { Injectable } from '@nestjs/common';
import type { RunSession } from '../engine/journal/run-session.js';

/** The runs that this process works on at the moment. */
@Injectable()
export class ActiveRuns {
  private readonly sessions = new Map<string, RunSession>();

  add(session: RunSession): void {
    this.sessions.set(session.run.id, session);
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
}
