import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../../../src/platform/process/pause.js';
import type { WorkspaceSummary } from '../../../src/protocol/records/organisation.js';
import type { Run, RunDetail } from '../../../src/protocol/records/work.js';
import {
  readHistory,
  recordedAnswers,
  type RunHistory,
} from '../../crash/support/crashed-store.js';
import { rawConnectionName, withRaw } from '../../crash/support/raw-database.js';
import type { RedisServer } from '../../support/redis-server.js';
import { until } from '../../support/until.js';
import type { FleetOfProcesses, FleetPlace, Replica } from './fleet-of-processes.js';

export const troubles = ['kill', 'freeze', 'postgres', 'redis', 'roll', 'partition'] as const;
export type FleetTrouble = (typeof troubles)[number];

export interface FleetReport {
  readonly runs: readonly RunDetail[];
  readonly floorSpentUsd: number;
  readonly history: RunHistory;
  /** Requests that were made although their answer had been recorded. */
  readonly askedAgain: readonly string[];
  /** Lines that the employees' commands wrote. */
  readonly ledger: readonly string[];
  /** The most model calls at once while no replica was frozen. */
  readonly mostCalls: number;
  readonly log: string;
}

/** What is submitted in turn; each gets a number, so that no two runs ask the vendor the same. */
export const kinds = ['What is a lease', 'Fix the parser of dates'];

/** Runs that are kept at work. */
const load = 5;
/** Runs that come to their end between two troubles. */
const runsBetween = 2;

interface CampaignOptions {
  readonly place: FleetPlace;
  readonly redis: RedisServer;
  readonly random: () => number;
  readonly leaseMs: number;
}

/** Keeps a fleet under load while replicas, the database's connections and Redis get into trouble. */
export class FleetCampaign {
  private readonly accepted = new Set<string>();
  /** How often a request had been made when its answer was first found recorded. */
  private readonly recorded = new Map<string, number>();
  private mostCalls = 0;
  private frozen = false;
  private loading = true;
  private number = 0;

  constructor(
    private readonly fleet: FleetOfProcesses,
    private readonly options: CampaignOptions,
  ) {}

  async run(sequence: Iterable<FleetTrouble>): Promise<FleetReport> {
    const { vendor } = this.options.place;
    vendor.beforeAnswer = async () => {
      if (!this.frozen) this.mostCalls = Math.max(this.mostCalls, vendor.open);
      await pause(30);
    };
    await Promise.all([this.keepLoaded(), this.makeAll(sequence)]);
    await until(async () => (await this.open()).length === 0);
    return this.report();
  }

  private async makeAll(sequence: Iterable<FleetTrouble>): Promise<void> {
    try {
      for (const trouble of sequence) {
        await this.runsEnd(runsBetween);
        await this.noteRecorded();
        await this.make(trouble);
      }
      await this.runsEnd(runsBetween);
    } finally {
      this.loading = false;
    }
  }

  private async keepLoaded(): Promise<void> {
    while (this.loading) {
      const missing = load - (await this.open()).length;
      for (let count = 0; count < missing; count++) await this.submit();
      await pause(100);
    }
  }

  /** A replica in trouble may not answer: the run may exist all the same, or not. */
  private async submit(): Promise<void> {
    this.number += 1;
    const kind = kinds[this.number % kinds.length] ?? '';
    const brief = `${kind} #${String(this.number).padStart(4, '0')}`;
    const { client } = this.fleet.any(this.options.random);
    const answer = await Promise.race([
      client.post<Run>('/api/submit', { brief }).catch(() => null),
      pause(2000).then(() => null),
    ]);
    if (answer?.status === 202) this.accepted.add(answer.body.id);
  }

  private make(trouble: FleetTrouble): Promise<void> {
    switch (trouble) {
      case 'kill':
        return this.kill();
      case 'freeze':
        return this.freeze();
      case 'roll':
        return this.roll();
      case 'postgres':
        return this.endConnections();
      case 'redis':
        return this.restartRedis();
      case 'partition':
        return this.partition();
    }
  }

  private one(): Replica {
    return this.fleet.any(this.options.random);
  }

  private async kill(): Promise<void> {
    const replica = this.one();
    await replica.life.kill();
    this.fleet.remove(replica);
    await this.fleet.join();
  }

  /** Past its lease, so that others go on with its runs before it wakes up. */
  private async freeze(): Promise<void> {
    const replica = this.one();
    this.frozen = true;
    replica.life.freeze();
    await pause(2 * this.options.leaseMs);
    replica.life.thaw();
    await replica.life.said(/leases lapsed/);
    await pause(this.options.leaseMs / 4);
    this.frozen = false;
  }

  private async roll(): Promise<void> {
    for (const replica of [...this.fleet.members]) {
      await this.fleet.join();
      this.fleet.remove(replica);
      await replica.life.stop();
    }
  }

  /** All but what the campaign itself reads by. */
  private async endConnections(): Promise<void> {
    for (let time = 0; time < 3; time++) {
      await withRaw(this.options.place.database, (raw) =>
        raw.all(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity ' +
            'WHERE datname = current_database() AND application_name <> ?',
          rawConnectionName,
        ),
      );
      await pause(200);
    }
  }

  private async restartRedis(): Promise<void> {
    await this.options.redis.stop();
    await this.runsEnd(1);
    await this.options.redis.begin();
  }

  /** What it says and hears of the database stops on the way, for longer than its lease. */
  private async partition(): Promise<void> {
    const { life, link } = this.one();
    link.freeze();
    await life.said(/leases lapsed/);
    await pause(this.options.leaseMs);
    link.thaw();
  }

  /** Resolves when so many more runs have come to their end. */
  private async runsEnd(count: number): Promise<void> {
    const wanted = (await this.ended()) + count;
    await until(async () => (await this.ended()) >= wanted);
  }

  private async ended(): Promise<number> {
    const [row] = await withRaw(this.options.place.database, (raw) =>
      raw.all<{ count: string }>('SELECT COUNT(*) AS count FROM runs WHERE ended_at IS NOT NULL'),
    );
    return Number(row?.count);
  }

  private async open(): Promise<readonly string[]> {
    const rows = await withRaw(this.options.place.database, (raw) =>
      raw.all<{ id: string }>('SELECT id FROM runs WHERE ended_at IS NULL'),
    );
    return rows.map(({ id }) => id);
  }

  /** From now on nobody may ask for these again. */
  private async noteRecorded(): Promise<void> {
    const { database, vendor } = this.options.place;
    for (const runId of await this.open()) {
      for (const reference of await recordedAnswers(database, runId)) {
        if (this.recorded.has(reference)) continue;
        this.recorded.set(reference, vendor.asked.get(reference) ?? 0);
      }
    }
  }

  private async report(): Promise<FleetReport> {
    const { directory, database, vendor } = this.options.place;
    const { client } = this.one();
    const rows = await withRaw(database, (raw) => raw.all<{ id: string }>('SELECT id FROM runs'));
    const stored = new Set(rows.map(({ id }) => id));
    const lost = [...this.accepted].filter((id) => !stored.has(id));
    if (lost.length > 0) throw new Error(`accepted and lost: ${lost.join(', ')}`);
    const runs: RunDetail[] = [];
    for (const id of stored) runs.push((await client.get<RunDetail>(`/api/runs/${id}`)).body);
    const { body: floor } = await client.get<WorkspaceSummary>('/api/workspaces/default');
    const ledger = await readFile(join(directory, 'workspace', 'ledger.txt'), 'utf8');
    return {
      runs,
      floorSpentUsd: floor.spentUsd,
      history: await readHistory(database),
      askedAgain: [...this.recorded].flatMap(([reference, times]) =>
        (vendor.asked.get(reference) ?? 0) > times ? [reference] : [],
      ),
      ledger: ledger.split('\n').filter((line) => line !== ''),
      mostCalls: this.mostCalls,
      log: this.fleet.everyone.map(({ life }) => life.log).join('\n'),
    };
  }
}
