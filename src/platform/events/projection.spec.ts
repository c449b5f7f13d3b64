import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openReplicas, openStore, type Store } from '#test/runs/support/open-store.js';
import { testDatabases } from '#test/support/test-databases.js';
import { OfficeDocuments } from '../database/office-documents.js';
import type { Rows } from '../database/tx.js';
import type { CommittedEvent } from './drafts.js';
import { Projection } from './projection.js';

/** The selected floor from a document, kept current by the event committed with it. */
class SelectedFloor extends Projection<string> {
  loads = 0;
  /** Holds back a load that has read its rows. */
  gate: Promise<void> = Promise.resolve();

  constructor(private readonly store: Store) {
    super(store.projections);
  }

  get current(): string {
    return this.state;
  }

  again(): Promise<void> {
    return this.reload();
  }

  protected override async load({ manager }: Rows): Promise<string> {
    this.loads += 1;
    const saved = await new OfficeDocuments(this.store.clock).read(manager, 'selected');
    await this.gate;
    return (saved as { id: string } | null)?.id ?? 'none';
  }

  protected override apply(id: string, event: CommittedEvent): string {
    if (event.type === 'internal.floor.closed') throw new Error('cannot be applied');
    return event.type === 'internal.active-floor.selected' ? event.workspaceId : id;
  }
}

async function select({ transactions, clock }: Store, workspaceId: string): Promise<void> {
  await transactions.run(async (tx) => {
    const stored = await new OfficeDocuments(clock).lock(tx, 'selected');
    await stored.write({ id: workspaceId });
    tx.publish({ type: 'internal.active-floor.selected', workspaceId });
  });
}

describe.each(testDatabases)('a projection on $name', ({ url }) => {
  const opened = openStore(url);
  let projection: SelectedFloor;

  beforeEach(async () => {
    await select(opened(), 'first');
    projection = new SelectedFloor(opened());
    await projection.onModuleInit();
  });

  it('begins with what the rows tell', () => {
    expect(projection.current).toBe('first');
  });

  it('shows a change once its commit has resolved, without reading again', async () => {
    await select(opened(), 'second');
    expect(projection.current).toBe('second');
    expect(projection.loads).toBe(1);
  });

  it('shows it to whoever hears of it already', async () => {
    const seen: string[] = [];
    const { bus } = opened();
    const subscription = bus.on('internal.active-floor.selected', 'test', () =>
      seen.push(projection.current),
    );
    await select(opened(), 'second');
    subscription.unsubscribe();
    expect(seen).toEqual(['second']);
  });

  it('reads once more when it was asked to while it read', async () => {
    await Promise.all([projection.again(), projection.again()]);
    expect(projection.loads).toBe(3);
  });

  it('stays as it is on an event that it cannot take in, and says so', async () => {
    await opened().transactions.run(async (tx) =>
      tx.publish({ type: 'internal.floor.closed', workspaceId: 'w' }),
    );
    expect(projection.current).toBe('first');
    expect(opened().lines.join()).toContain('SelectedFloor failed on internal.floor.closed');
  });

  it('cannot be read before it is loaded', () => {
    expect(() => new SelectedFloor(opened()).current).toThrow('SelectedFloor is not loaded yet');
  });
});

describeOnPostgres('projections of two replicas', (url) => {
  const replicas = openReplicas(url, 2);
  const [first, second] = [replicas(0), replicas(1)];

  it('agree once they have heard the same events, whoever committed them', async () => {
    const projections = [new SelectedFloor(first()), new SelectedFloor(second())];
    for (const projection of projections) await projection.onModuleInit();
    await select(first(), 'by the first');
    await second().feed.catchUp();
    expect(projections.map(({ current }) => current)).toEqual(['by the first', 'by the first']);
    await select(second(), 'by the second');
    await first().feed.catchUp();
    expect(projections.map(({ current }) => current)).toEqual(['by the second', 'by the second']);
  });

  it('loses nothing that is committed while it reads', async () => {
    const projection = new SelectedFloor(first());
    await projection.onModuleInit();
    let open = (): void => {};
    projection.gate = new Promise((resolve) => (open = resolve));
    const reading = projection.again();
    while (projection.loads < 2) await new Promise(setImmediate);
    await select(first(), 'meanwhile');
    expect(projection.current).toBe('meanwhile');
    open();
    await reading;
    expect(projection.current).toBe('meanwhile');
  });
});
