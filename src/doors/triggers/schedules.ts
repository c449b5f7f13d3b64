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
 * Begins the runs of schedules that are due. However many times of one were missed, it begins one run,
 * in the transaction that moves the schedule on; every replica looks, and one of them is first.
 */
@Injectable()
export class Schedules implements OnModuleInit {
  /** The times that were found to be the next ones, and when: right until a clock is set back. */
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
    // One that fails does not hold the others back.
    const note = (thrown: unknown) => void failures.push(thrown);
    for (const trigger of await this.rows.due(manager)) await this.goOff(trigger).catch(note);
    for (const trigger of await this.tooLate()) {
      await this.transactions.run((tx) => this.moveOn(tx, trigger)).catch(note);
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Those that were moved on by a clock that was ahead: they would wait until it is that late. */
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
    // It may have been changed since it was read.
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
        // It was moved on, paused or removed meanwhile.
        if (!(thrown instanceof OvertakenArrival)) throw thrown;
      });
    // Where the time was recorded before a clock was set back, nothing has moved it on.
    await this.transactions.run(moveOn);
  }
}
