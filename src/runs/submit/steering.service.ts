import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import type { ServerEventOf } from '../../protocol/events.js';
import type { Run } from '../../protocol/records/work.js';
import { steerTexts } from '../../protocol/texts/runs.js';
import { ActiveRuns } from '../queue/active-runs.js';
import { RunsRepository } from '../history/runs.repository.js';

const textCharacters = 4000;
const instructionsOfARun = 50;

/**
 * Stores instructions for runs at work beside the run's record; the replica that works on the run
 * receives them with the event, and every later call shows them.
 */
@Injectable()
export class SteeringService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly activeRuns: ActiveRuns,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  @OnOfficeEvent('run.updated')
  onUpdated({ run }: ServerEventOf<'run.updated'>): void {
    this.activeRuns.find(run.id)?.setInstructions(run.instructions ?? []);
  }

  /** @throws RefusedError if the run is over, or the instruction is empty or too long */
  async steer(runId: string, given: string): Promise<Run> {
    const text = given.trim();
    if (text === '') throw new RefusedError(steerTexts.textRequired);
    if (text.length > textCharacters) {
      throw new RefusedError(steerTexts.refused(runId, steerTexts.tooLong(textCharacters)));
    }
    return this.transactions.run(async (tx) => {
      const run = await this.runs.lockActive(tx, runId);
      if (run === null) throw new RefusedError(steerTexts.refused(runId, steerTexts.notAtWork));
      const before = run.instructions ?? [];
      if (before.length >= instructionsOfARun) {
        throw new RefusedError(steerTexts.refused(runId, steerTexts.tooMany(instructionsOfARun)));
      }
      const instructions = [...before, { text, at: this.clock.now() }];
      await this.runs.storeInstructions(tx, runId, instructions);
      const steered = { ...run, instructions };
      tx.publish({ type: 'run.updated', run: steered });
      tx.conclude(steered);
      return steered;
    });
  }
}
