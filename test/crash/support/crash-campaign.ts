import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run, RunDetail } from '../../../src/protocol/records/work.js';
import type { OfficeClient } from '../../support/office-client.js';
import { finished, submit } from './carry-out.js';
import { crashEnv, type CrashPlace } from './crash-env.js';
import { readStory, recordedAnswers, type Story } from './crashed-store.js';
import { withRaw } from './raw-database.js';
import { type KillPlan, ServiceLife } from './service-life.js';

export interface CampaignOptions extends CrashPlace {
  readonly random: () => number;
}

export interface CampaignReport {
  readonly kills: number;
  readonly runs: readonly RunDetail[];
  readonly story: Story;
  /** Requests that were made although their answer had been recorded. */
  readonly askedAgain: readonly string[];
  /** Lines that the employees' commands wrote. */
  readonly ledger: readonly string[];
}

/** A life is killed at one of its first commits, so that every kind of write gets its turn. */
const latestCommit = 24;
/** One life in so many is killed by the clock instead of at a commit. */
const clockShare = 0.25;
const longestLifeMs = 1500;

/**
 * Runs briefs through a service that dies again and again, and keeps what it finds in between.
 * It stops at the end of the run in which the wanted number of kills was reached.
 */
export class CrashCampaign {
  private kills = 0;
  private readonly askedAgain: string[] = [];
  private readonly finished: RunDetail[] = [];

  constructor(private readonly options: CampaignOptions) {}

  async run(briefs: Iterable<string>, wantedKills: number): Promise<CampaignReport> {
    for (const brief of briefs) {
      await this.bringThrough(brief, wantedKills);
      if (this.kills >= wantedKills) break;
    }
    const story = await readStory(this.options.database);
    const ledger = await this.readLedger();
    return { kills: this.kills, runs: this.finished, story, askedAgain: this.askedAgain, ledger };
  }

  /** Restarts the service until the run of the brief is final. */
  private async bringThrough(brief: string, wantedKills: number): Promise<void> {
    for (;;) {
      const plan = this.kills >= wantedKills ? null : this.nextPlan();
      const run = await this.live(brief, plan);
      if (run !== null) this.finished.push(run);
      else this.kills += 1;
      if (run !== null) return;
    }
  }

  /** One life; the finished run, or null when death came first. */
  private async live(brief: string, plan: KillPlan | null): Promise<RunDetail | null> {
    const { database, vendor } = this.options;
    const runId = await this.acceptedRun(brief);
    const recorded = runId === null ? new Set<string>() : await recordedAnswers(database, runId);
    const before = new Map(vendor.asked);
    const life = this.begin(plan);
    const clock = plan !== null && this.options.random() < clockShare ? this.clockKill(life) : null;
    const run = await this.watch(life, brief, runId);
    clearTimeout(clock ?? undefined);
    if (run === null && plan === null) throw new Error(`an unplanned death:\n${life.log}`);
    if (life.alive) await life.kill();
    this.noteAskedAgain(before, recorded);
    return run;
  }

  private begin(plan: KillPlan | null): ServiceLife {
    const env = crashEnv(this.options);
    return plan === null ? ServiceLife.start(env) : ServiceLife.doomed(env, plan);
  }

  private async watch(
    life: ServiceLife,
    brief: string,
    runId: string | null,
  ): Promise<RunDetail | null> {
    const client = await life.listening();
    if (client === null) return null;
    const died = life.ended().then(() => null);
    const work = async (): Promise<RunDetail> =>
      finished(client, runId ?? (await submit(client, brief)));
    return Promise.race([died, work().catch((thrown) => this.deathOf(life, client, thrown))]);
  }

  /** A client whose service is dying fails first; what fails while it lives is a fault. */
  private async deathOf(life: ServiceLife, client: OfficeClient, thrown: unknown): Promise<null> {
    const health = await client.get('/livez').catch(() => null);
    if (health !== null) throw thrown;
    await life.ended();
    return null;
  }

  /** The run of a brief that was accepted in an earlier life; null when none was. */
  private async acceptedRun(brief: string): Promise<string | null> {
    const rows = await withRaw(this.options.database, (raw) =>
      raw.all<{ id: string; record: string }>(
        'SELECT id, record_json AS record FROM runs ORDER BY created_at DESC LIMIT 1',
      ),
    ).catch(() => []); // Nobody has lived long enough to make the tables.
    const run = rows.find(({ record }) => (JSON.parse(record) as Run).brief === brief);
    return run?.id ?? null;
  }

  private nextPlan(): KillPlan {
    const { random } = this.options;
    return {
      atCommit: 1 + Math.floor(random() * latestCommit),
      moment: random() < 0.5 ? 'before' : 'after',
    };
  }

  private clockKill(life: ServiceLife): NodeJS.Timeout {
    return setTimeout(() => void life.kill(), this.options.random() * longestLifeMs);
  }

  private noteAskedAgain(before: ReadonlyMap<string, number>, recorded: ReadonlySet<string>): void {
    for (const [reference, count] of this.options.vendor.asked) {
      if (recorded.has(reference) && count > (before.get(reference) ?? 0)) {
        this.askedAgain.push(reference);
      }
    }
  }

  private async readLedger(): Promise<readonly string[]> {
    const path = join(this.options.directory, 'workspace', 'ledger.txt');
    const text = await readFile(path, 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  }
}
