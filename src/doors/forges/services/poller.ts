import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { longestAskedMs } from '#doors/outbox/after-failure.js';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import { messageOf } from '#platform/errors/error-text.js';
import { StartupTasks } from '#platform/process/startup-tasks.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { ForgeClient } from '../clients/forge-client.js';
import { ForgeError } from '../clients/forge-error.js';
import type { Look } from '../forge-facts.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import type { OpenForge } from './forge-access.js';
import { ForgeLooks } from './forge-looks.js';
import { ForgeStanding } from './forge-standing.js';
import { KnownPlaces } from './known-places.js';

/** Interval of looking for forges to be polled, ms. */
const tickMs = 5000;
/** Overlap of two polls, because a forge may list changes late, ms. */
const overlapMs = 2 * 60_000;

/** Polls forges, for offices that webhooks cannot reach, and for events that a webhook lost. */
@Injectable()
export class Poller implements OnModuleDestroy, OnModuleInit {
  /** By forge. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, Promise<void>>();
  /** Elapsed time before which a forge asked not to be polled, by forge. */
  private readonly resting = new Map<string, number>();
  private isStopping = false;

  constructor(
    private readonly forges: ForgesRepository,
    private readonly known: KnownPlaces,
    private readonly standing: ForgeStanding,
    private readonly looks: ForgeLooks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    const failure = { scope: 'doors/forges', text: forgeTexts.pollFailed };
    this.startupTasks.repeat(tickMs, failure, () => this.tick());
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.running.values(), ...this.waiting.values()]);
  }

  /** Polls the forges that are due, each by one process of a fleet. */
  async tick(): Promise<void> {
    for (const forge of await this.forges.all()) {
      if (this.clock.elapsed() < (this.resting.get(forge.id) ?? 0)) continue;
      if (await this.standing.claim(forge)) await this.poll(forge);
    }
  }

  /**
   * Polls a forge, once at a time; a call during a poll waits for one further poll. Never rejects:
   * a failure is stored with the forge.
   */
  poll({ id }: Pick<StoredForge, 'id'>): Promise<void> {
    const waiting = this.waiting.get(id);
    if (waiting !== undefined) return waiting;
    const running = this.running.get(id);
    const begun = running === undefined ? this.begin(id) : running.then(() => this.begin(id));
    if (running !== undefined) this.waiting.set(id, begun);
    return begun;
  }

  private begin(id: string): Promise<void> {
    this.waiting.delete(id);
    const look = this.look(id).finally(() => {
      if (this.running.get(id) === look) this.running.delete(id);
    });
    this.running.set(id, look);
    return look;
  }

  private async look(id: string): Promise<void> {
    try {
      if (this.isStopping) return;
      const open = await this.standing.demand(id);
      if (open === null) return;
      const failures: unknown[] = [];
      const { places, since } = await this.newsOf(open);
      for (const look of places) {
        if (this.isStopping) return;
        // A failure of one issue, such as its floor's repository, does not stop the others.
        await this.looks.look(open, look).catch((thrown: unknown) => {
          if (thrown instanceof ForgeError) throw thrown;
          failures.push(thrown);
        });
      }
      this.resting.delete(id);
      if (failures.length > 0) throw failures[0];
      await this.standing.well(open.forge, since);
    } catch (thrown) {
      if (thrown instanceof ForgeError) this.leaveAlone(id, thrown);
      const problem = messageOf(thrown);
      await this.transactions.run(({ manager }) => this.forges.troubled(manager, id, problem));
    }
  }

  /** Kept in this process, in elapsed time, so that no change of a clock prolongs it. */
  private leaveAlone(id: string, { retryInMs }: ForgeError): void {
    const wait = Math.min(retryInMs ?? 0, longestAskedMs);
    this.resting.set(id, this.clock.elapsed() + wait);
  }

  /** Where to look now, and the time from which on the next changes are news. */
  private async newsOf({ forge, client }: OpenForge): Promise<News> {
    const { id, since } = forge;
    const now = await client.now();
    const settled = now - overlapMs;
    // A time in the future comes from a clock that was ahead, and does not show what was seen.
    if (since === null || since > now) {
      const asking = (await this.askingNow(forge, client)).map(
        (number) => ({ at: 'issue', number }) as const,
      );
      return { places: unique([...asking, ...(await this.known.allOf(id))]), since: settled };
    }
    const { threads, upTo } = await client.changedSince(since);
    const places = unique([...threads, ...(await this.known.dueOf(id))]);
    return { places, since: upTo ?? settled };
  }

  /** Any issue may hold a mention; those that changed since the last poll are among the latest. */
  private async askingNow({ label, mention }: StoredForge, client: ForgeClient) {
    const labelled = label === null ? [] : await client.openIssues(label);
    const mentioning = mention === null ? [] : await client.openIssues(null);
    return [...labelled, ...mentioning];
  }
}

interface News {
  readonly places: readonly Look[];
  readonly since: number;
}

function unique(looks: readonly Look[]): readonly Look[] {
  return [...new Map(looks.map((look) => [JSON.stringify(look), look])).values()];
}
