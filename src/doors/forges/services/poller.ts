import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import { messageOf } from '#platform/errors/error-text.js';
import { StartupTasks } from '#platform/process/startup-tasks.js';
import type { ForgeIssueState } from '#protocol/records/enums.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { ForgeError } from '../clients/forge-error.js';
import type { Look } from '../forge-facts.js';
import { ForgeIssuesRepository } from '../rows/forge-issues.repository.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import type { OpenForge } from './forge-access.js';
import { ForgeLooks } from './forge-looks.js';
import { ForgeStanding } from './forge-standing.js';

/** Interval of looking for forges to be polled, ms. */
const tickMs = 5000;
/** Largest difference between a forge's clock and ours, ms. */
const overlapMs = 2 * 60_000;
/** Most issues that are looked at without news from the forge. */
const mostOpen = 200;

/** Polls forges, for offices that webhooks cannot reach, and for events that a webhook lost. */
@Injectable()
export class Poller implements OnModuleDestroy, OnModuleInit {
  /** By forge. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly forges: ForgesRepository,
    private readonly issues: ForgeIssuesRepository,
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
      if (await this.standing.claim(forge, this.clock.now())) await this.poll(forge);
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
      const begun = this.clock.now();
      const failures: unknown[] = [];
      for (const look of await this.placesOf(open)) {
        if (this.isStopping) return;
        // A failure of one issue, such as its floor's repository, does not stop the others.
        await this.looks.look(open, look).catch((thrown: unknown) => {
          if (thrown instanceof ForgeError) throw thrown;
          failures.push(thrown);
        });
      }
      if (failures.length > 0) throw failures[0];
      await this.standing.well(open.forge, begun - overlapMs);
    } catch (thrown) {
      const problem = messageOf(thrown);
      await this.transactions.run(({ manager }) => this.forges.troubled(manager, id, problem));
    }
  }

  private async placesOf({ forge, client }: OpenForge): Promise<readonly Look[]> {
    const { id, since, label } = forge;
    const changed: readonly Look[] =
      since === null
        ? label === null
          ? []
          : (await client.labelled(label)).map((number) => ({ at: 'issue', number }))
        : await client.changedSince(since);
    const waiting = [
      ...(await this.inState(id, 'waiting')),
      ...(await this.issues.restingWithNews(id, mostOpen)),
    ];
    const open = await this.inState(id, 'open');
    // Without a last poll, the other issues are looked at, too, because nothing reports their
    // changes.
    const others =
      since === null
        ? [...(await this.inState(id, 'resting')), ...(await this.inState(id, 'working'))]
        : [];
    const known: readonly Look[] = [
      ...[...waiting, ...others].map(({ number }) => ({ at: 'issue', number }) as const),
      // Checks cause no change that the forge reports.
      ...[...open, ...others].flatMap(({ request }) =>
        request === null ? [] : [{ at: 'request', number: request } as const],
      ),
    ];
    return [
      ...new Map([...changed, ...known].map((look) => [JSON.stringify(look), look])).values(),
    ];
  }

  private inState(id: string, state: ForgeIssueState) {
    return this.issues.inState(id, state, mostOpen);
  }
}
