import { Counter, Histogram, type Registry } from 'prom-client';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import type { CommitMade, ModelTried, Observation } from '../../platform/telemetry/observations.js';
import type { Approval, Run, ToolCallRecord, TurnRecord } from '../../protocol/records/work.js';
import { BoundedLabel } from './bounded-label.js';
import { isAskedAgain } from '../../protocol/rules/asked-again.js';
import { isEnd } from '../../protocol/rules/run-status.js';

/** Distinct values per label before `other`. */
export const labelBounds = {
  pipeline: 50,
  floor: 100,
  role: 100,
  model: 100,
  provider: 30,
  tool: 100,
} as const;

const workSeconds = [1, 5, 15, 60, 300, 900, 3600, 14_400];
const callSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const commitSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

/** Counts what this process did, from observations. Sums over replicas count everything once. */
export class WorkCounters {
  /** Shared with the gauges that have the same labels. */
  readonly labels = {
    pipeline: new BoundedLabel(labelBounds.pipeline),
    floor: new BoundedLabel(labelBounds.floor),
    role: new BoundedLabel(labelBounds.role),
    model: new BoundedLabel(labelBounds.model),
    provider: new BoundedLabel(labelBounds.provider),
    tool: new BoundedLabel(labelBounds.tool),
  };
  private readonly submitted: Counter<'pipeline'>;
  private readonly ended: Counter<'status' | 'pipeline'>;
  private readonly runSeconds: Histogram;
  private readonly turns: Counter<'status' | 'role'>;
  private readonly turnSeconds: Histogram;
  private readonly toolCalls: Counter<'tool' | 'status'>;
  private readonly toolSeconds: Histogram;
  private readonly asked: Counter<'kind'>;
  private readonly decided: Counter<'kind' | 'status'>;
  private readonly tokens: Counter<'kind' | 'model'>;
  private readonly modelSpend: Counter<'model'>;
  private readonly floorSpend: Counter<'floor'>;
  private readonly roleSpend: Counter<'role'>;
  private readonly calls: Counter<'provider' | 'outcome'>;
  private readonly callSeconds: Histogram<'provider'>;
  private readonly firstOutput: Histogram<'provider'>;
  private readonly retries: Counter<'provider'>;
  private readonly failovers: Counter<'provider'>;
  private readonly groupSize: Histogram;
  private readonly commitSeconds: Histogram;
  private readonly commitFailures: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    const counter = <T extends string = never>(name: string, help: string, ...labels: T[]) =>
      new Counter({ name: `office_${name}`, help, labelNames: labels, registers });
    const histogram = <T extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      ...labels: T[]
    ) => new Histogram({ name: `office_${name}`, help, buckets, labelNames: labels, registers });
    this.submitted = counter('runs_submitted_total', 'Runs submitted here.', 'pipeline');
    this.ended = counter('runs_ended_total', 'Runs that ended here.', 'status', 'pipeline');
    this.runSeconds = histogram(
      'run_duration_seconds',
      'From submission to the end of a run.',
      workSeconds,
    );
    this.turns = counter('turns_total', 'Turns that ended here.', 'status', 'role');
    this.turnSeconds = histogram('turn_duration_seconds', 'How long turns took.', workSeconds);
    this.toolCalls = counter('tool_calls_total', 'Calls of tools.', 'tool', 'status');
    this.toolSeconds = histogram(
      'tool_call_duration_seconds',
      'How long calls of tools took.',
      callSeconds,
    );
    this.asked = counter('approvals_requested_total', 'Questions to people.', 'kind');
    this.decided = counter('approvals_decided_total', 'Answers of people.', 'kind', 'status');
    this.tokens = counter('tokens_total', 'Tokens of calls to models.', 'kind', 'model');
    this.modelSpend = counter('model_spend_usd_total', 'What calls cost, USD.', 'model');
    this.floorSpend = counter('floor_spend_usd_total', 'The same by floor.', 'floor');
    this.roleSpend = counter('role_spend_usd_total', 'The same by role.', 'role');
    this.calls = counter('model_calls_total', 'Requests to providers.', 'provider', 'outcome');
    this.callSeconds = histogram(
      'model_call_duration_seconds',
      'How long providers took to answer in full.',
      callSeconds,
      'provider',
    );
    this.firstOutput = histogram(
      'model_first_token_seconds',
      'From a request to its first streamed output.',
      callSeconds,
      'provider',
    );
    this.retries = counter('model_retries_total', 'Requests made again.', 'provider');
    this.failovers = counter('model_failovers_total', 'Calls that left a provider.', 'provider');
    this.groupSize = histogram(
      'commit_group_size',
      'Transactions that shared a commit.',
      [1, 2, 4, 8, 16],
    );
    this.commitSeconds = histogram(
      'commit_duration_seconds',
      'From begin to commit.',
      commitSeconds,
    );
    this.commitFailures = counter('commit_failures_total', 'Transactions that the store failed.');
  }

  readonly observe = (observation: Observation): void => {
    switch (observation.kind) {
      case 'commit':
        return this.countCommit(observation);
      case 'commit-failed':
        return this.commitFailures.inc();
      case 'model-tried':
        return this.countCall(observation);
      case 'failed-over':
        return this.failovers.inc({ provider: this.labels.provider.of(observation.providerId) });
    }
  };

  private countCommit({ ms, members }: CommitMade): void {
    this.groupSize.observe(members.length);
    this.commitSeconds.observe(ms / 1000);
    for (const { events } of members) for (const event of events) this.countEvent(event);
  }

  private countEvent(event: CommittedEvent): void {
    switch (event.type) {
      case 'run.created':
        return this.submitted.inc({ pipeline: this.labels.pipeline.of(event.run.pipelineId) });
      case 'run.updated':
        if (isEnd(event.run)) this.countRun(event.run);
        return;
      case 'turn.finished':
        return this.countTurn(event.turn);
      case 'tool.result':
        return this.countTool(event.call);
      case 'approval.requested':
        if (!isAskedAgain(event.approval)) this.asked.inc({ kind: event.approval.kind });
        return;
      case 'approval.decided':
        return this.countDecision(event.approval);
      default:
    }
  }

  private countRun({ status, pipelineId, createdAt, endedAt }: Run): void {
    this.ended.inc({ status, pipeline: this.labels.pipeline.of(pipelineId) });
    this.runSeconds.observe(Math.max(0, (endedAt ?? createdAt) - createdAt) / 1000);
  }

  private countTurn({ status, roleId, startedAt, endedAt }: TurnRecord): void {
    this.turns.inc({ status, role: this.labels.role.of(roleId) });
    this.turnSeconds.observe(Math.max(0, (endedAt ?? startedAt) - startedAt) / 1000);
  }

  private countTool({ name, status, durationMs }: ToolCallRecord): void {
    this.toolCalls.inc({ tool: this.labels.tool.of(name), status });
    this.toolSeconds.observe(durationMs / 1000);
  }

  private countDecision({ kind, status }: Approval): void {
    this.decided.inc({ kind, status });
  }

  private countCall(call: ModelTried): void {
    const provider = this.labels.provider.of(call.providerId);
    this.calls.inc({ provider, outcome: call.outcome });
    if (call.attempt > 1) this.retries.inc({ provider });
    if (call.outcome === 'answered') this.callSeconds.observe({ provider }, call.ms / 1000);
    if (call.firstOutputMs !== null) {
      this.firstOutput.observe({ provider }, call.firstOutputMs / 1000);
    }
    this.countUsage(call);
  }

  private countUsage({ providerId, modelId, usage, work }: ModelTried): void {
    const model = this.labels.model.of(`${providerId}/${modelId}`);
    const { tokensIn, tokensOut, reasoningTokens, cachedTokens, cacheWriteTokens } = usage;
    const kinds = {
      input: tokensIn,
      output: tokensOut,
      reasoning: reasoningTokens ?? 0,
      cache_read: cachedTokens ?? 0,
      cache_write: cacheWriteTokens ?? 0,
    };
    for (const [kind, count] of Object.entries(kinds)) {
      if (count > 0) this.tokens.inc({ kind, model }, count);
    }
    if (usage.costUsd <= 0) return;
    const { workspaceId = 'none', roleId = 'none' } = work ?? {};
    this.modelSpend.inc({ model }, usage.costUsd);
    this.floorSpend.inc({ floor: this.labels.floor.of(workspaceId) }, usage.costUsd);
    this.roleSpend.inc({ role: this.labels.role.of(roleId) }, usage.costUsd);
  }
}
