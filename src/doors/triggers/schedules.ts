import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { nextOf } from './trigger-change.js';
import { OvertakenArrival, TriggeredRuns } from './triggered-runs.js';
import type { StoredTrigger } from './trigger-spec.js';
import { TriggersRepository } from './triggers.repository.js';

const lookMs = 1000;

/**
 * Begins the runs of due schedules. It begins one run, however many times were missed, in the
 * transaction that advances the schedule; every replica looks, and the first one does it.
 */
@Injectable()
export class Schedules implements OnModuleInit {
  /**
   * Next due times that were found to be right, each with the time of that check; a check holds
   * until the clock is set back.
   */
  private known = new Map<string, { readonly nextAt: number; readonly since: number }>();

  constructor(
    private readonly rows: TriggersRepository,
    private readonly runs: TriggeredRuns,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    const failure = { scope: 'doors/triggers', text: triggerTexts.notChecked };
    this.startupTasks.repeat(lookMs, failure, () => this.look());
  }

  async look(): Promise<void> {
    const { manager } = this.dataSource;
    const failures: unknown[] = [];
    // A failing schedule does not stop the others.
    const note = (thrown: unknown) => void failures.push(thrown);
    for (const trigger of await this.rows.due(manager)) await this.goOff(trigger).catch(note);
    for (const trigger of await this.tooLate()) {
      await this.transactions.run((tx) => this.moveOn(tx, trigger)).catch(note);
    }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Schedules that a clock which was ahead has advanced too far: they would wait until that late
   * time.
   */
  private async tooLate(): Promise<readonly StoredTrigger[]> {
    const { manager } = this.dataSource;
    const active = await this.rows.active(manager, 'schedule');
    const now = await this.rows.now(manager);
    const before = this.known;
    this.known = new Map();
    return active.filter((trigger) => {
      const { id, nextAt } = trigger;
      if (nextAt === null || nextAt <= now) return false;
      const told = before.get(id);
      const isKnown = told?.nextAt === nextAt && told.since <= now;
      if (!isKnown && (nextOf(trigger, now) ?? nextAt) < nextAt) return true;
      this.known.set(id, isKnown ? told : { nextAt, since: now });
      return false;
    });
  }

  private async moveOn({ manager }: Tx, trigger: StoredTrigger): Promise<boolean> {
    // The schedule may have been changed since it was read.
    const current = await this.rows.lock(manager, trigger.id);
    const isSame = current?.nextAt === trigger.nextAt;
    if (current === null || !isSame) return false;
    const next = nextOf(current, await this.rows.now(manager));
    return this.rows.moveOn(manager, trigger, next);
  }

  private async goOff(trigger: StoredTrigger): Promise<void> {
    const moveOn = (tx: Tx): Promise<boolean> => this.moveOn(tx, trigger);
    const key = `due ${trigger.nextAt}`;
    await this.runs
      .arrive(trigger, { key, source: 'schedule', beside: moveOn })
      .catch((thrown: unknown) => {
        // The schedule was advanced, paused or removed meanwhile.
        if (!(thrown instanceof OvertakenArrival)) throw thrown;
      });
    // If the time was recorded before the clock was set back, the schedule is not advanced yet.
    await this.transactions.run(moveOn);
  }
}
