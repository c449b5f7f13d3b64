import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '#platform/process/pause.js';
import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import {
  readHistory,
  recordedAnswers,
  type RunHistory,
} from '../../crash/support/crashed-store.js';
import { withRaw } from '../../crash/support/raw-database.js';
import { until } from '../../support/until.js';
import { type FleetMoment, fleetMoment } from './fleet-moment.js';
import type { FleetOfProcesses, FleetPlace, Replica } from './fleet-of-processes.js';
import {
  type FleetTrouble,
  FleetTroubles,
  hasLapsed,
  type TroubleOptions,
} from './fleet-troubles.js';
import { FollowingSocket } from './following-socket.js';

export interface FleetReport {
  readonly runs: readonly RunDetail[];
  readonly floorSpentUsd: number;
  readonly history: RunHistory;
  /** Numbers of events as each client got them that followed the campaign from its beginning. */
  readonly heard: readonly (readonly number[])[];
  /** Requests that were made although their answer had been recorded. */
  readonly askedAgain: readonly string[];
  /** Lines that the employees' commands wrote. */
  readonly ledger: readonly string[];
  /** The most model calls at once while no replica was frozen. */
  readonly mostCalls: number;
  /** The most runs at work at once on one replica, of those that count. */
  readonly mostHeld: number;
  /** The same with replicas whose leases lapsed, as they do where the machine is slow. */
  readonly fullest: number;
  readonly log: string;
}

/** What is submitted in turn; each gets a number, so that no two runs ask the vendor the same. */
export const kinds = ['What is a lease', 'Fix the parser of dates'];

/** Runs that are kept at work: more than two replicas have places for. */
const load = 5;
/** Runs that come to their end before the next trouble. */
const runsBetween = 1;
const lookMs = 100;
/** A replica in trouble does not answer. */
const patienceMs = 2000;
/** A question is answered again by those who may have missed the answer. */
const answerAgainMs = 1000;
/** So long the last events may be on their way to the clients. */
const hearMs = 20_000;

interface CampaignOptions extends Omit<TroubleOptions, 'runEnds'> {
  readonly place: FleetPlace;
}

/** Keeps a fleet under load while its replicas, its database and Redis get into trouble. */
export class FleetCampaign {
  private readonly accepted = new Set<string>();
  /** How often a request had been made when its answer was first found recorded. */
  private readonly recorded = new Map<string, number>();
  /** When each question was answered last, by `performance.now()`. */
  private readonly answered = new Map<string, number>();
  private readonly troubles: FleetTroubles;
  private readonly clients: readonly FollowingSocket[];
  private moment: FleetMoment = { open: [], ended: 0, asked: [], held: new Map() };
  private mostCalls = 0;
  private mostHeld = 0;
  private fullest = 0;
  private loading = true;
  private submitting = 0;
  private number = 0;

  constructor(
    private readonly fleet: FleetOfProcesses,
    private readonly options: CampaignOptions,
  ) {
    this.troubles = new FleetTroubles(fleet, { ...options, runEnds: () => this.runsEnd(1) });
    this.clients = fleet.members.map((own) => this.follow(own));
  }

  async run(sequence: Iterable<FleetTrouble>): Promise<FleetReport> {
    const { vendor } = this.options.place;
    vendor.beforeAnswer = async () => {
      if (!this.troubles.frozen) this.mostCalls = Math.max(this.mostCalls, vendor.open);
      await pause(30);
    };
    try {
      await Promise.all([this.keepLoaded(), this.makeAll(sequence)]);
      return await this.report();
    } finally {
      for (const client of this.clients) client.close();
    }
  }

  /** A client of one replica; when that is gone, of any. */
  private follow({ life, client }: Replica): FollowingSocket {
    return new FollowingSocket(() =>
      life.alive ? client.port : this.fleet.any(this.options.random).client.port,
    );
  }

  private async makeAll(sequence: Iterable<FleetTrouble>): Promise<void> {
    try {
      for (const trouble of sequence) {
        await this.runsEnd(runsBetween);
        await this.noteRecorded();
        await this.troubles.make(trouble);
      }
    } finally {
      this.loading = false;
    }
  }

  /** Until nothing is open any more once the last trouble is over. */
  private async keepLoaded(): Promise<void> {
    for (let isOver = false; !isOver;) {
      const isLast = !this.loading && this.submitting === 0;
      const moment = await fleetMoment(this.options.place.database).catch(() => null);
      if (moment !== null) {
        this.noteHeld();
        this.moment = moment;
        moment.asked.forEach((id) => this.answer(id));
      }
      // Without a database nobody can say how many are missing.
      const wanted = moment === null ? 1 : load - moment.open.length;
      while (this.loading && this.submitting < wanted) void this.submit();
      isOver = isLast && moment?.open.length === 0;
      await pause(lookMs);
    }
  }

  /**
   * Of the moment before, since a log comes late. Leases name a replica that lapsed until the runs it
   * let go are claimed anew, so it says nothing of how much a replica takes.
   */
  private noteHeld(): void {
    for (const { life } of this.fleet.members) {
      const counts = [...this.moment.held].flatMap(([owner, count]) =>
        owner.includes(`-${life.pid}-`) ? [count] : [],
      );
      this.fullest = Math.max(this.fullest, ...counts);
      if (!hasLapsed(life)) this.mostHeld = Math.max(this.mostHeld, ...counts);
    }
  }

  /** A replica in trouble may not answer: the run may exist all the same, or not. */
  private async submit(): Promise<void> {
    this.submitting += 1;
    this.number += 1;
    const kind = kinds[this.number % kinds.length] ?? '';
    const brief = `${kind} #${String(this.number).padStart(4, '0')}`;
    const { client } = this.fleet.any(this.options.random);
    const answer = await Promise.race([
      client.post<Run>('/api/submit', { brief }).catch(() => null),
      pause(patienceMs).then(() => null),
    ]);
    if (answer?.status === 202) this.accepted.add(answer.body.id);
    this.submitting -= 1;
  }

  /** Everybody answers at once: one of them decides. */
  private answer(approvalId: string): void {
    const now = performance.now();
    if (now - (this.answered.get(approvalId) ?? -Infinity) < answerAgainMs) return;
    this.answered.set(approvalId, now);
    for (const client of this.clients) client.send({ type: 'approve', approvalId, approved: true });
  }

  /** Resolves when so many more runs have come to their end. */
  private async runsEnd(count: number): Promise<void> {
    const wanted = this.moment.ended + count;
    await until(() => this.moment.ended >= wanted);
  }

  /** From now on nobody may ask for these again. */
  private async noteRecorded(): Promise<void> {
    const { database, vendor } = this.options.place;
    for (const runId of this.moment.open) {
      for (const reference of await recordedAnswers(database, runId)) {
        if (this.recorded.has(reference)) continue;
        this.recorded.set(reference, vendor.asked.get(reference) ?? 0);
      }
    }
  }

  private async report(): Promise<FleetReport> {
    const { directory, database, vendor } = this.options.place;
    const { client } = this.fleet.any(this.options.random);
    const rows = await withRaw(database, (raw) => raw.all<{ id: string }>('SELECT id FROM runs'));
    const stored = new Set(rows.map(({ id }) => id));
    const lost = [...this.accepted].filter((id) => !stored.has(id));
    if (lost.length > 0) throw new Error(`accepted and lost: ${lost.join(', ')}`);
    const runs: RunDetail[] = [];
    for (const id of stored) runs.push((await client.get<RunDetail>(`/api/runs/${id}`)).body);
    const { body: floor } = await client.get<WorkspaceSummary>('/api/workspaces/default');
    const ledger = await readFile(join(directory, 'workspace', 'ledger.txt'), 'utf8');
    const history = await readHistory(database);
    return {
      runs,
      floorSpentUsd: floor.spentUsd,
      history,
      heard: await this.heardUpTo(history.sent.at(-1) ?? 0),
      askedAgain: [...this.recorded].flatMap(([reference, times]) =>
        (vendor.asked.get(reference) ?? 0) > times ? [reference] : [],
      ),
      ledger: ledger.split('\n').filter((line) => line !== ''),
      mostCalls: this.mostCalls,
      mostHeld: this.mostHeld,
      fullest: this.fullest,
      log: this.fleet.everyone.map(({ life }) => life.log).join('\n'),
    };
  }

  /** What the clients got of the events up to this number. */
  private async heardUpTo(lastSeq: number): Promise<FleetReport['heard']> {
    const endsAt = performance.now() + hearMs;
    const isThere = (): boolean => this.clients.every(({ last }) => last >= lastSeq);
    await until(() => isThere() || performance.now() > endsAt);
    return this.clients.map(({ numbers }) => numbers.filter((number) => number <= lastSeq));
  }
}
