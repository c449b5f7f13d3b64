import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#protocol/limits.js';
import type { ModelSpec } from '#protocol/records/models.js';
import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import type { OfficeClient } from '../../support/office-client.js';
import { HistoryRecorder } from '../../support/histories/history-recorder.js';
import { judge } from '../../support/histories/judge.js';
import { noteLog } from '../../support/histories/note-fleet.js';
import type { Problem } from '../../support/histories/oracles/problem.js';
import { finished, submit } from './carry-out.js';
import { lineIn } from './counting-provider.js';
import { crashEnv, type CrashPlace } from './crash-env.js';
import { attemptsAtCalls, readHistory, recordedAnswers, type RunHistory } from './crashed-store.js';
import { type KillPlan, killPlans } from './kill-plan.js';
import { noteRecords } from './note-records.js';
import { withRaw } from './raw-database.js';
import { ServiceLife } from './service-life.js';
import { readTally, type SharedCommit } from './shared-commits.js';

export interface CampaignOptions extends CrashPlace {
  readonly random: () => number;
}

export interface CampaignReport extends Harvest {
  readonly kills: number;
  readonly history: RunHistory;
  /** What the oracles find in the history that log, provider and records make. */
  readonly problems: readonly Problem[];
  /** Requests that were made although their answer had been recorded. */
  readonly askedAgain: readonly string[];
  /** Lines that the employees' commands wrote. */
  readonly ledger: readonly string[];
  readonly sharedCommits: readonly SharedCommit[];
}

interface Harvest {
  readonly runs: readonly RunDetail[];
  /** What the floor of all runs so far has spent. */
  readonly floorSpentUsd: number;
  readonly models: readonly ModelSpec[];
}

/**
 * Brings batches of briefs, the runs of each at work at once, through a service that dies again and
 * again, and keeps what it finds in between. It stops at the end of the batch in which the wanted
 * number of kills was reached.
 */
export class CrashCampaign {
  private kills = 0;
  private readonly askedAgain: string[] = [];
  private readonly recorder = new HistoryRecorder();
  private readonly plans: Generator<KillPlan, never>;

  constructor(private readonly options: CampaignOptions) {
    this.plans = killPlans(options.random);
  }

  async run(batches: Iterable<readonly string[]>, wantedKills: number): Promise<CampaignReport> {
    const { database, provider } = this.options;
    provider.command = (reference) =>
      `${lineIn('ledger.txt', reference)}; ${lineIn(this.effects, reference)}`;
    const runs: RunDetail[] = [];
    let last: Harvest = { runs, floorSpentUsd: 0, models: [] };
    for (const briefs of batches) {
      last = await this.bringThrough(briefs, wantedKills);
      runs.push(...last.runs);
      if (this.kills >= wantedKills) break;
    }
    const { floorSpentUsd, models } = last;
    const history = await readHistory(database);
    const ledger = await linesOf(join(this.options.directory, 'workspace', 'ledger.txt'));
    const sharedCommits = await readTally(this.tally);
    noteLog(this.recorder, history.sent);
    const lines = await linesOf(this.effects);
    noteRecords(this.recorder, { runs, ledger: provider.ledger, models, lines });
    const problems = judge(this.recorder.history);
    const { kills, askedAgain } = this;
    const found = { kills, history, problems, askedAgain, ledger, sharedCommits };
    return { runs, floorSpentUsd, models, ...found };
  }

  /** Restarts the service until the runs of these briefs are final. */
  private async bringThrough(briefs: readonly string[], wantedKills: number): Promise<Harvest> {
    for (;;) {
      const enough = this.kills >= wantedKills || (await this.mustSpare(briefs));
      const plan = enough ? null : this.plans.next().value;
      const harvest = await this.live(briefs, plan);
      if (harvest !== null) return harvest;
      this.kills += 1;
    }
  }

  /** A call that is cut off a third time fails its turn, which is another story (crash-loop). */
  private async mustSpare(briefs: readonly string[]): Promise<boolean> {
    const runIds = [...(await this.acceptedRuns(briefs)).values()];
    const attempts = runIds.map((runId) => attemptsAtCalls(this.options.database, runId));
    return Math.max(0, ...(await Promise.all(attempts))) >= limits.callAttempts - 1;
  }

  /** One life; the finished runs, or null when death came first. */
  private async live(briefs: readonly string[], plan: KillPlan | null): Promise<Harvest | null> {
    const accepted = await this.acceptedRuns(briefs);
    const recorded = await this.recordedIn([...accepted.values()]);
    const before = new Map(this.options.provider.asked);
    const life = this.begin(plan);
    const afterMs = plan?.afterMs ?? null;
    const clock = afterMs === null ? null : setTimeout(() => void life.kill(), afterMs);
    const harvest = await this.watch(life, briefs, accepted);
    clearTimeout(clock ?? undefined);
    if (harvest === null && plan === null) throw new Error(`an unplanned death:\n${life.log}`);
    if (life.alive) await life.kill();
    this.noteAskedAgain(before, recorded);
    return harvest;
  }

  private begin(plan: KillPlan | null): ServiceLife {
    const env = crashEnv(this.options);
    return plan === null ? ServiceLife.start(env) : ServiceLife.doomed(env, plan, this.tally);
  }

  private async watch(
    life: ServiceLife,
    briefs: readonly string[],
    accepted: ReadonlyMap<string, string>,
  ): Promise<Harvest | null> {
    const client = await life.listening();
    if (client === null) return null;
    const dead = new AbortController();
    const died = life.ended().then(() => {
      dead.abort();
      return null;
    });
    const work = async (): Promise<Harvest> => {
      const runs = await Promise.all(
        briefs.map(async (brief) =>
          finished(client, accepted.get(brief) ?? (await this.submit(client, brief)), dead.signal),
        ),
      );
      const { body: floor } = await client.get<WorkspaceSummary>('/api/workspaces/default');
      const { body: models } = await client.get<readonly ModelSpec[]>('/api/models');
      return { runs, floorSpentUsd: floor.spentUsd, models };
    };
    return Promise.race([died, work().catch((thrown) => this.deathOf(life, client, thrown))]);
  }

  /** Nobody knows whether a submission took effect whose service died before it answered. */
  private async submit(client: OfficeClient, brief: string): Promise<string> {
    const asked = { client: 'submitter', replica: 'the service', kind: 'submit' } as const;
    const answered = this.recorder.begin({ ...asked, input: { brief } });
    const run = await submit(client, brief);
    answered({ ok: true, value: { run } });
    return run;
  }

  /** A client whose service is dying fails first; what fails while it lives is a fault. */
  private async deathOf(life: ServiceLife, client: OfficeClient, thrown: unknown): Promise<null> {
    const health = await client.get('/livez').catch(() => null);
    if (health !== null) throw thrown;
    await life.ended();
    return null;
  }

  /** Ids of the runs of these briefs that were accepted in earlier lives, by brief. */
  private async acceptedRuns(briefs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await withRaw(this.options.database, (raw) =>
      raw.all<{ id: string; record: string }>(
        'SELECT id, record_json AS record FROM runs ORDER BY created_at DESC LIMIT ?',
        briefs.length,
      ),
    ).catch(() => []); // Every process was killed before the migrations were done.
    const byBrief = rows.map(({ id, record }) => [(JSON.parse(record) as Run).brief, id] as const);
    return new Map(byBrief.filter(([brief]) => briefs.includes(brief)));
  }

  /** References of their answers that are recorded now. */
  private async recordedIn(runIds: readonly string[]): Promise<ReadonlySet<string>> {
    const recorded = runIds.map((runId) => recordedAnswers(this.options.database, runId));
    return new Set((await Promise.all(recorded)).flatMap((references) => [...references]));
  }

  private noteAskedAgain(before: ReadonlyMap<string, number>, recorded: ReadonlySet<string>): void {
    for (const [reference, count] of this.options.provider.asked) {
      if (recorded.has(reference) && count > (before.get(reference) ?? 0)) {
        this.askedAgain.push(reference);
      }
    }
  }

  private get tally(): string {
    return join(this.options.directory, 'shared-commits.txt');
  }

  /** Outside of the workspace, where the office does not put back what those who judge changed. */
  private get effects(): string {
    return join(this.options.directory, 'effects.txt');
  }
}

async function linesOf(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
