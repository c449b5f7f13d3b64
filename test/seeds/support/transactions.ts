import type {
  DatabaseTransaction,
  DatabaseTransactions,
} from '#platform/database/database-transactions.js';
import type { CommittedEvent } from '#platform/events/drafts.js';
import { serialize } from '#platform/events/serialize.js';
import type { SimulatedStore } from './store.js';
import { broken } from './store-troubles.js';
import type { SimulatedProcess, World } from './world.js';

/** The transactions of one process; those of all processes follow one another. */
export class SimulatedTransactions implements DatabaseTransactions {
  readonly atOnce = 1;

  constructor(
    private readonly store: SimulatedStore,
    private readonly world: World,
    private readonly process: SimulatedProcess,
  ) {}

  async begin(): Promise<DatabaseTransaction> {
    const { store, world, process } = this;
    await store.lasts(2, process);
    if (world.random.chance(store.refusing)) throw broken();
    await store.take(process);
    store.open();
    return new SimulatedTransaction(store, world, process);
  }

  async wereStored(events: readonly CommittedEvent[]): Promise<boolean> {
    await this.world.delay(0, 5, this.process);
    const isStored = await this.look(events[0]);
    return this.store.planted !== 'lost answer counts as failed' && isStored;
  }

  /** Again until the store answers. */
  private async look(first: CommittedEvent | undefined): Promise<boolean> {
    const given = [first?.seq ?? 0, first === undefined ? '' : serialize(first)];
    for (;;) {
      try {
        const rows = await this.store.connection.runOutside(
          'SELECT seq FROM events WHERE seq = ? AND payload_json = ?',
          given,
        );
        return rows.length === 1;
      } catch {
        await this.world.delay(100, 500, this.process);
      }
    }
  }
}

class SimulatedTransaction implements DatabaseTransaction {
  private open = true;

  constructor(
    private readonly store: SimulatedStore,
    private readonly world: World,
    private readonly process: SimulatedProcess,
  ) {}

  get manager() {
    return this.store.connection.manager;
  }

  takeSent(): readonly Promise<unknown>[] {
    return [];
  }

  async commit(): Promise<void> {
    const { store, world, process } = this;
    await world.delay(0, 1, process);
    const isLost = store.losingCommits > 0 && world.random.chance(store.losingCommits);
    if (isLost || store.isBroken) {
      await this.rollBack();
      throw broken();
    }
    store.control('COMMIT');
    this.end();
    await store.lasts(1, process);
    if (world.random.chance(store.losingAnswers)) throw broken();
  }

  async rollBack(): Promise<void> {
    if (!this.open) return;
    this.store.control('ROLLBACK');
    this.end();
  }

  async release(): Promise<void> {}

  private end(): void {
    this.open = false;
    this.store.giveBack();
  }
}
