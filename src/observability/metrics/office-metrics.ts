import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { SocketFigures } from '../../platform/socket/connected-clients.js';
import type { Observer } from '../../platform/telemetry/observations.js';
import { runStatuses } from '../../protocol/records/enums.js';
import type { WorkFigures } from '../../runs/queue/work-gauges.js';
import { type BoundedLabel, otherValue } from './bounded-label.js';
import { WorkCounters } from './work-counters.js';

/** Interval of measuring the event loop's delay, ms. */
const loopLookMs = 20;

/** Everything in `/metrics`. The library is loaded with this file, after boot. */
export class OfficeMetrics {
  readonly registry = new Registry();
  readonly observe: Observer;
  private readonly gauges: OfficeGauges;

  constructor(sources: GaugeSources) {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: loopLookMs });
    const counters = new WorkCounters(this.registry);
    this.observe = counters.observe;
    this.gauges = new OfficeGauges(this.registry, sources, counters.labels.pipeline);
  }

  /** In Prometheus's text format. */
  async render(): Promise<string> {
    this.gauges.read();
    return this.registry.metrics();
  }
}

/** Sources of the gauges' values. */
interface GaugeSources {
  readonly work: () => WorkFigures;
  readonly sockets: () => SocketFigures;
  readonly commitsWaiting: () => number;
  readonly now: () => number;
  readonly version: string;
}

const openStatuses = runStatuses.filter(
  (status) => !['done', 'failed', 'cancelled'].includes(status),
);

/** Gauges of the present state, read at each scrape; nothing is updated in between. */
class OfficeGauges {
  private readonly runs: Gauge<'status' | 'pipeline'>;
  /** Pipelines that have had an open run: their gauges go back to 0. */
  private readonly pipelines = new Set([otherValue]);
  private readonly atWork: Gauge;
  private readonly approvals: Gauge;
  private readonly approvalAge: Gauge;
  private readonly queues: Gauge<'queue'>;
  private readonly leaseAge: Gauge;
  private readonly sockets: Gauge;
  private readonly dropped: Counter;
  private readonly closedSlow: Counter;

  constructor(
    registry: Registry,
    private readonly sources: GaugeSources,
    private readonly pipelineLabel: BoundedLabel,
  ) {
    const registers = [registry];
    const gauge = <T extends string = never>(name: string, help: string, ...labels: T[]) =>
      new Gauge({ name: `office_${name}`, help, labelNames: labels, registers });
    const runs = 'Runs that are not final; every replica says the same.';
    this.runs = gauge('runs', runs, 'status', 'pipeline');
    this.atWork = gauge('runs_at_work', 'Runs that this process works on.');
    this.approvals = gauge('approvals_waiting', 'Open questions; every replica says the same.');
    this.approvalAge = gauge('approval_oldest_age_seconds', 'Age of the oldest open question.');
    this.queues = gauge('queue_depth', 'What waits in this process.', 'queue');
    this.leaseAge = gauge('lease_age_seconds', 'Since the leases were renewed; 0 on SQLite.');
    this.sockets = gauge('sockets', 'Connected sockets.');
    const [dropped, closed] = ['socket_frames_dropped_total', 'sockets_closed_slow_total'];
    this.dropped = new Counter({
      name: `office_${dropped}`,
      help: 'Frames that slow sockets lost.',
      registers,
    });
    this.closedSlow = new Counter({
      name: `office_${closed}`,
      help: 'Sockets closed because they read too slowly.',
      registers,
    });
    gauge('info', 'The service.', 'version').set({ version: sources.version }, 1);
  }

  /** Brings every gauge up to date. */
  read(): void {
    this.readWork(this.sources.work());
    this.readSockets(this.sources.sockets());
    this.queues.set({ queue: 'commits' }, this.sources.commitsWaiting());
  }

  private readWork(work: WorkFigures): void {
    this.readRuns(work.runs);
    this.atWork.set(work.runsAtWork);
    this.approvals.set(work.approvalsWaiting);
    const since = work.oldestApprovalAt;
    this.approvalAge.set(since === null ? 0 : Math.max(0, this.sources.now() - since) / 1000);
    this.queues.set({ queue: 'turns' }, work.turnsWaiting);
    this.leaseAge.set((work.leaseAgeMs ?? 0) / 1000);
  }

  private readRuns(counts: WorkFigures['runs']): void {
    const labelled = counts.map(({ status, pipelineId, count }) => ({
      labels: { status, pipeline: this.labelOf(pipelineId) },
      count,
    }));
    for (const { labels } of labelled) this.pipelines.add(labels.pipeline);
    for (const pipeline of this.pipelines) {
      for (const status of openStatuses) this.runs.set({ status, pipeline }, 0);
    }
    for (const { labels, count } of labelled) this.runs.inc(labels, count);
  }

  private labelOf(pipelineId: string | null): string {
    return pipelineId === null ? otherValue : this.pipelineLabel.of(pipelineId);
  }

  private readSockets({ connected, dropped, closedSlow }: SocketFigures): void {
    this.sockets.set(connected);
    for (const [counter, total] of [
      [this.dropped, dropped],
      [this.closedSlow, closedSlow],
    ] as const) {
      counter.reset();
      counter.inc(total);
    }
  }
}
