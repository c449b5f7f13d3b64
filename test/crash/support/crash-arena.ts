import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { CountingProvider } from './counting-provider.js';
import { crashEnv } from './crash-env.js';
import { readHistory, type RunHistory } from './crashed-store.js';
import { ServiceLife } from './service-life.js';
import type { RunShape } from './shape-of-run.js';
import { undisturbedShape } from './undisturbed-shape.js';

export interface StartRequest {
  readonly database: DatabaseConfig;
  /** On top of an environment without approvals. */
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
}

/** Short enough to wait for, and long enough that a busy machine renews it in time. */
export const arenaLeaseMs = 2000;

const unasked = {
  OFFICE_LEASE_MS: String(arenaLeaseMs),
  OFFICE_AUTO_APPROVE_SHELL: 'true',
  OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
};

/**
 * Where processes of the service get into trouble: they share a provider, and after each test they are
 * ended. None may have met a fault, since trouble from outside is none.
 */
export class CrashArena {
  /** What every test submits, and what it comes to where nothing happens. */
  readonly brief = 'Fix the parser of dates';
  readonly directory = temporaryDirectory();
  private readonly lives: ServiceLife[] = [];
  private startedProvider: CountingProvider | undefined;
  private shape: RunShape | undefined;
  private tests = 0;

  /** For the tests of the surrounding `describe`, or of the file. */
  constructor() {
    beforeAll(async () => {
      this.startedProvider = await CountingProvider.start();
      this.shape = await undisturbedShape(this.directory('alone'), this.provider, this.brief);
    }, 60_000);
    afterEach(() => this.clear());
    afterAll(() => this.provider.stop());
  }

  get provider(): CountingProvider {
    if (this.startedProvider === undefined) throw new Error('the provider has not started yet');
    return this.startedProvider;
  }

  get undisturbed(): RunShape {
    if (this.shape === undefined) throw new Error('no run has been undisturbed yet');
    return this.shape;
  }

  /** Starts a process; all those of one test share their directories. */
  start({ database, env = {}, uid }: StartRequest): ServiceLife {
    const place = { directory: this.place(), database, provider: this.provider };
    const life = ServiceLife.start(
      { ...crashEnv(place), ...unasked, ...env },
      { preload: 'trouble-switch.mjs', ...(uid !== undefined && { uid }) },
    );
    this.lives.push(life);
    return life;
  }

  /** The directory that the processes of this test share. */
  place(...names: string[]): string {
    return this.directory(`test-${this.tests}`, ...names);
  }

  /** Does it before the provider gives its third answer. */
  amidst(trouble: () => unknown): void {
    this.provider.beforeAnswer = async (request) => {
      if (request === 3) await trouble();
    };
  }

  /** Requests that the provider got more than once. */
  askedAgain(): readonly string[] {
    return [...this.provider.asked].flatMap(([reference, times]) => (times > 1 ? reference : []));
  }

  /** The whole log of events, which must be free of holes and of things that happened twice. */
  async consistentHistory(database: DatabaseConfig): Promise<RunHistory> {
    const history = await readHistory(database);
    expect(history.numbers).toEqual(history.numbers.map((_, index) => index + 1));
    expect(history.ended).toEqual([...new Set(history.ended)]);
    expect(history.turnsFinished).toEqual(history.turnsStarted);
    expect(history.approvalsDecided).toEqual(history.approvalsRequested);
    const ledger = await readFile(this.place('workspace', 'ledger.txt'), 'utf8').catch(() => '');
    const lines = ledger.split('\n').slice(0, -1);
    expect(lines).toEqual([...new Set(lines)]);
    return history;
  }

  private async clear(): Promise<void> {
    const ended = this.lives.splice(0);
    for (const life of ended) if (life.alive) await life.kill();
    this.provider.forget();
    this.tests += 1;
    for (const life of ended) expect(life.log).not.toMatch(/ ERROR |nobody caught/);
  }
}
