import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Transactions } from '#platform/database/transactions.js';
import type { StartupTasks } from '#platform/process/startup-tasks.js';
import { HandClock } from '#test/support/organisations/open-organisations.js';
import type { Changes, ForgeClient } from '../clients/forge-client.js';
import { ForgeError } from '../clients/forge-error.js';
import type { Look } from '../forge-facts.js';
import type { ForgesRepository, StoredForge } from '../rows/forges.repository.js';
import type { OpenForge } from './forge-access.js';
import type { ForgeLooks } from './forge-looks.js';
import type { ForgeStanding } from './forge-standing.js';
import type { KnownPlaces } from './known-places.js';
import { Poller } from './poller.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The clock of the forge. */
const forgeNow = 100 * dayMs;

describe('a look for news', () => {
  let clock: HandClock;
  let forge: Pick<StoredForge, 'id' | 'since' | 'label' | 'mention'>;
  let changes: Changes;
  let refusal: ForgeError | null;
  let demands: number;
  const asked: (number | string | null)[] = [];
  const looked: Look[] = [];
  let poller: Poller;

  beforeEach(() => {
    clock = new HandClock();
    forge = { id: 'forge_1', since: forgeNow - minuteMs, label: 'office', mention: null };
    changes = { threads: [], upTo: null };
    refusal = null;
    demands = 0;
    asked.length = 0;
    looked.length = 0;
    const client: Partial<ForgeClient> = {
      now: async () => forgeNow,
      openIssues: async (label) => [asked.push(label)],
      changedSince: async (since) => (asked.push(since), changes),
    };
    const standing: Partial<ForgeStanding> = {
      claim: async () => true,
      demand: async () => {
        demands += 1;
        if (refusal !== null) throw refusal;
        return { forge, client } as OpenForge;
      },
      well: async (_, since) => void (forge = { ...forge, since }),
    };
    const forges = {
      all: async () => [forge],
      troubled: async () => undefined,
    } as unknown as ForgesRepository;
    const known: Partial<KnownPlaces> = { allOf: async () => [], dueOf: async () => [] };
    const looks: Partial<ForgeLooks> = { look: async (_, look) => void looked.push(look) };
    const transactions = {
      run: (work: (tx: object) => Promise<unknown>) => work({}),
    } as unknown as Transactions;
    poller = new Poller(
      ...([forges, known as KnownPlaces, standing as ForgeStanding] as const),
      ...([looks as ForgeLooks, transactions, clock, {} as StartupTasks] as const),
    );
  });

  it('goes on from the time of the forge, however wrong the clock of the office is', async () => {
    await poller.tick();
    expect(asked).toEqual([forgeNow - minuteMs]);
    expect(forge.since).toBe(forgeNow - 2 * minuteMs);
  });

  it('goes on where the forge cut what it told', async () => {
    changes = { threads: [{ at: 'issue', number: 7 }], upTo: forgeNow - dayMs };
    await poller.tick();
    expect(looked).toEqual([{ at: 'issue', number: 7 }]);
    expect(forge.since).toBe(forgeNow - dayMs);
  });

  it('looks at everything that asks where its last time has not come yet', async () => {
    forge = { ...forge, since: forgeNow + dayMs };
    await poller.tick();
    expect(asked).toEqual(['office']);
    expect(forge.since).toBe(forgeNow - 2 * minuteMs);
  });

  it.each([
    ['a label', { label: 'office', mention: null }, ['office']],
    ['a mention', { label: null, mention: 'bot' }, [null]],
    ['both', { label: 'office', mention: 'bot' }, ['office', null]],
  ])('begins with what asks already by %s', async (_, rules, expected) => {
    forge = { ...forge, ...rules, since: null };
    await poller.tick();
    expect(asked).toEqual(expected);
    expect(looked).toHaveLength(expected.length);
  });

  it.each([
    [30 * minuteMs, 30 * minuteMs],
    [400 * dayMs, dayMs],
  ])('is made no sooner than the forge asks, which is %s ms', async (wanted, waited) => {
    refusal = new ForgeError('too many', 429, wanted);
    await poller.tick();
    clock.advance(waited - 1);
    await poller.tick();
    expect(demands).toBe(1);
    // Who asks by hand is not held up.
    refusal = null;
    await poller.poll({ id: 'forge_1' });
    expect(demands).toBe(2);
    await poller.tick();
    expect(demands).toBe(3);
  });

  it('is made again once that time has passed', async () => {
    refusal = new ForgeError('too many', 429, minuteMs);
    await poller.tick();
    clock.advance(minuteMs);
    await poller.tick();
    expect(demands).toBe(2);
  });
});
