import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { pause } from '#platform/process/pause.js';
import type { ModelSpec } from '#protocol/records/models.js';
import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import {
  readHistory,
  recordedAnswers,
  type RunHistory,
} from '../../crash/support/crashed-store.js';
import { lineIn, type CountedRequest } from '../../crash/support/counting-provider.js';
import { withRaw } from '../../crash/support/raw-database.js';
import { until } from '../../support/until.js';
import { type FleetMoment, fleetMoment, leaseOf } from './fleet-moment.js';
import type { FleetOfProcesses, FleetPlace, Replica } from './fleet-of-processes.js';
import {
  type FleetTrouble,
  FleetTroubles,
  hasLapsed,
  type TroubleOptions,
} from './fleet-troubles.js';
import { noteRecords } from '../../crash/support/note-records.js';
import { FollowingSocket } from '../../support/histories/following-socket.js';
import { HistoryRecorder } from '../../support/histories/history-recorder.js';
import { judge } from '../../support/histories/judge.js';
import type { Problem } from '../../support/histories/oracles/problem.js';
import { recordedCall } from '../../support/histories/recorded-call.js';
import { countsOf, LeaseWatch, noteLog } from '../../support/histories/note-fleet.js';
import { RecordedWriters } from './recorded-writers.js';

export interface FleetReport {
  readonly runs: readonly RunDetail[];
  readonly floorSpentUsd: number;
  readonly history: RunHistory;
  /** What the oracles found in the history that clients, provider and records make. */
  readonly problems: readonly Problem[];
  /** Entries of that history by their sort, and operations by their kind. */
  readonly recorded: Readonly<Record<string, number>>;
  /** Requests that were made although their answer had been recorded. */
  readonly askedAgain: readonly string[];
  /** The most model calls at once while no replica was frozen. */
  readonly mostCalls: number;
  /** The most runs at work at once on one replica, of those that count. */
  readonly mostHeld: number;
  /** The same with replicas whose leases lapsed, as they do where the machine is slow. */
  readonly fullest: number;
  readonly log: string;
}

/** What is submitted in turn; each gets a number, so that no two runs ask the provider the same. */
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
  /** Between two operations of a client that writes settings or floors. */
  readonly restMs: number;
}

/** Keeps a fleet under load while its replicas, its database and Redis get into trouble. */
export class FleetCampaign {
  private readonly recorder = new HistoryRecorder();
  private readonly writers: RecordedWriters;
  private readonly leases = new LeaseWatch(this.recorder);
  /** How often a request had been made when its answer was first found recorded. */
  private readonly recorded = new Map<string, number>();
  /** When each question was answered last, by `performance.now()`. */
  private readonly answered = new Map<string, number>();
  /** One look at the database after another, so that what was found is noted in its order. */
  private readonly looks = pLimit(1);
  private readonly troubles: FleetTroubles;
  private readonly clients: readonly FollowingSocket[];
  private moment: FleetMoment = { open: [], ended: 0, asked: [], held: new Map(), leases: [] };
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
    this.clients = fleet.members.map((own, place) => this.follow(own, `client ${place + 1}`));
    this.writers = new RecordedWriters({
      recorder: this.recorder,
      any: () => fleet.any(options.random),
      random: options.random,
      restMs: options.restMs,
    });
  }

  async run(sequence: Iterable<FleetTrouble>): Promise<FleetReport> {
    const { provider } = this.options.place;
    // Outside of the workspace, where the office does not put back what those who judge changed.
    provider.command = (reference) =>
      `${lineIn('ledger.txt', reference)}; ${lineIn(this.effects, reference)}`;
    provider.beforeAnswer = async (_, request) => {
      if (!this.troubles.frozen) this.mostCalls = Math.max(this.mostCalls, provider.open);
      await this.noteWork(request);
      await pause(30);
    };
    try {
      await Promise.all([this.keepLoaded(), this.makeAll(sequence), this.writers.run()]);
      return await this.report();
    } finally {
      for (const client of this.clients) client.close();
    }
  }

  private get effects(): string {
    return join(this.options.place.directory, 'effects.txt');
  }

  /** A client of one replica; when that is gone, of any. */
  private follow(own: Replica, name: string): FollowingSocket {
    const { recorder } = this;
    const target = (): { replica: string; port: number } => {
      const { life, client } = own.life.alive ? own : this.fleet.any(this.options.random);
      return { replica: `process ${life.pid}`, port: client.port };
    };
    return new FollowingSocket({ name, recorder, target });
  }

  /** A replica that asks the provider works on the run, unless it has just woken up too late. */
  private async noteWork({ brief, path }: CountedRequest): Promise<void> {
    const owner = /^\/(replica-\d+)\//.exec(path)?.[1];
    if (owner === undefined || brief === null || this.troubles.frozen) return;
    await this.looks(async () => {
      const lease = await leaseOf(this.options.place.database, brief).catch(() => null);
      if (lease === null || this.troubles.frozen) return;
      this.leases.see([lease]);
      this.recorder.note({ entry: 'work', run: lease.run, owner });
    });
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
      this.writers.stop();
    }
  }

  /** Until nothing is open any more once the last trouble is over. */
  private async keepLoaded(): Promise<void> {
    for (let isOver = false; !isOver;) {
      const isLast = !this.loading && this.submitting === 0;
      const moment = await this.looks(async () => {
        const found = await fleetMoment(this.options.place.database).catch(() => null);
        this.leases.see(found?.leases ?? []);
        return found;
      });
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
    const { life, client } = this.fleet.any(this.options.random);
    const submitted = recordedCall(this.recorder, client, {
      client: `submitter ${this.number}`,
      replica: `process ${life.pid}`,
      kind: 'submit',
      input: { brief },
      method: 'POST',
      path: '/api/submit',
      body: { brief, workspaceId: 'default' },
      answer: ({ id }: Run) => ({ run: id }),
    });
    await Promise.race([submitted, pause(patienceMs)]);
    this.submitting -= 1;
  }

  /** Everybody answers at once: one of them decides. */
  private answer(approvalId: string): void {
    const now = performance.now();
    if (now - (this.answered.get(approvalId) ?? -Infinity) < answerAgainMs) return;
    this.answered.set(approvalId, now);
    for (const client of this.clients) client.approve(approvalId, true);
  }

  /** Resolves when so many more runs have come to their end. */
  private async runsEnd(count: number): Promise<void> {
    const wanted = this.moment.ended + count;
    await until(() => this.moment.ended >= wanted);
  }

  /** From now on nobody may ask for these again. */
  private async noteRecorded(): Promise<void> {
    const { database, provider } = this.options.place;
    for (const runId of this.moment.open) {
      for (const reference of await recordedAnswers(database, runId)) {
        if (this.recorded.has(reference)) continue;
        this.recorded.set(reference, provider.asked.get(reference) ?? 0);
      }
    }
  }

  private async report(): Promise<FleetReport> {
    const { database, provider } = this.options.place;
    const { client } = this.fleet.any(this.options.random);
    const rows = await withRaw(database, (raw) => raw.all<{ id: string }>('SELECT id FROM runs'));
    const runs: RunDetail[] = [];
    for (const { id } of rows) runs.push((await client.get<RunDetail>(`/api/runs/${id}`)).body);
    const { body: floor } = await client.get<WorkspaceSummary>('/api/workspaces/default');
    const { body: models } = await client.get<readonly ModelSpec[]>('/api/models');
    const lines = (await readFile(this.effects, 'utf8')).split('\n').slice(0, -1);
    const history = await readHistory(database);
    await this.heardUpTo(history.sent.at(-1)?.seq ?? 0);
    noteLog(this.recorder, history.sent);
    noteRecords(this.recorder, { runs, ledger: provider.ledger, models, lines });
    const recorded = this.recorder.history;
    return {
      runs,
      floorSpentUsd: floor.spentUsd,
      history,
      problems: judge(recorded),
      recorded: countsOf(recorded),
      askedAgain: [...this.recorded].flatMap(([reference, times]) =>
        (provider.asked.get(reference) ?? 0) > times ? [reference] : [],
      ),
      mostCalls: this.mostCalls,
      mostHeld: this.mostHeld,
      fullest: this.fullest,
      log: this.fleet.everyone.map(({ life }) => life.log).join('\n'),
    };
  }

  /** Resolves when every client has all events up to this number. */
  private async heardUpTo(lastSeq: number): Promise<void> {
    const endsAt = performance.now() + hearMs;
    const isThere = (): boolean => this.clients.every(({ last }) => last >= lastSeq);
    await until(() => isThere() || performance.now() > endsAt);
    if (!isThere())
      throw new Error(`clients stopped at ${this.clients.map(({ last }) => last).join(', ')}`);
  }
}
