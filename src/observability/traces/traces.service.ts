import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import type { TracesConfig } from '../../platform/config/telemetry-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import {
  type CommitMade,
  type ModelTried,
  type Observation,
  Observations,
} from '../../platform/telemetry/observations.js';
import { spanIdOf, traceIdOf } from '../../platform/telemetry/trace-ids.js';
import type { Work } from '../../platform/telemetry/work-context.js';
import type {
  Run,
  StageRun,
  ToolCallRecord,
  TurnRecord,
  UsageRecord,
} from '../../protocol/records/work.js';
import { isEnd } from '../../protocol/rules/run-status.js';
import type { SpanSender } from './span-sender.js';
import type { Attributes, EndedSpan } from './span.js';

/**
 * Attribute names of OpenTelemetry's generative AI conventions, which still change: they stand only
 * here. No text of prompts or answers is included.
 */
const providerNames: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  deepseek: 'deepseek',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  openai: 'openai',
};

/** How long shutdown waits for the collector, ms. */
const lastSendMs = 1000;

/** Traces work if a collector is configured; otherwise nothing is loaded or sent. */
@Injectable()
export class TracesService implements OnModuleInit, OnApplicationShutdown {
  private readonly log: ScopedLogger;
  private sender: Promise<SpanSender> | undefined;

  constructor(
    private readonly config: OfficeConfig,
    private readonly observations: Observations,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('traces');
  }

  onModuleInit(): void {
    const { traces } = this.config;
    if (traces === null) return;
    this.sender = this.load(traces);
    const observer = this.sender.then((sender) => (observation: Parameters<typeof spansOf>[0]) => {
      for (const span of spansOf(observation)) sender.send(span);
    });
    this.observations
      .observe(observer, this.log)
      .catch((thrown: unknown) =>
        this.log.error(`tracing could not be started: ${messageOf(thrown)}`, thrown),
      );
  }

  /** Sends the remaining spans, within a time limit. */
  async onApplicationShutdown(): Promise<void> {
    const closed = this.sender?.then((sender) => sender.close()).catch(() => undefined);
    if (closed !== undefined) await within(lastSendMs, closed);
  }

  private async load(traces: TracesConfig): Promise<SpanSender> {
    const library = await import('./span-sender.js');
    return new library.SpanSender(traces, this.log, this.config.proxies);
  }
}

/**
 * The spans that end with an observation: run ⊃ stage ⊃ turn ⊃ model call, tool call, commit. Their
 * ids are derived from the records' ids, so that a process that continues a run adds to the same
 * trace.
 */
function spansOf(observation: Observation): readonly EndedSpan[] {
  switch (observation.kind) {
    case 'commit':
      return spansOfCommit(observation);
    case 'model-tried':
      return [spanOfCall(observation)];
    default:
      return [];
  }
}

function spansOfCommit({ startedAt, ms, members }: CommitMade): readonly EndedSpan[] {
  return members.flatMap(({ work, events }) => [
    ...placed(work).map((place) => ({
      ...place,
      name: 'commit',
      spanId: null,
      kind: 'client' as const,
      startedAt,
      endedAt: startedAt + ms,
      failed: false,
      attributes: {
        'db.operation.name': 'COMMIT',
        'office.commit.group_size': members.length,
        'office.commit.events': events.length,
      },
    })),
    ...events.flatMap((event) => spansOfEvent(event)),
  ]);
}

function spansOfEvent(event: CommittedEvent): readonly EndedSpan[] {
  switch (event.type) {
    case 'run.updated':
      return isEnd(event.run) ? [spanOfRun(event.run)] : [];
    case 'stage.finished':
      return event.stage.startedAt === null
        ? []
        : [spanOfStage(event.stage, event.stage.startedAt)];
    case 'turn.finished':
      return [spanOfTurn(event.turn)];
    case 'tool.result':
      return [spanOfTool(event.runId, event.call, event.at)];
    default:
      return [];
  }
}

function spanOfRun(run: Run): EndedSpan {
  return {
    name: `run ${run.pipelineId}`,
    traceId: traceIdOf(run.id),
    spanId: spanIdOf('run', run.id),
    parentId: null,
    kind: 'internal',
    startedAt: run.createdAt,
    endedAt: run.endedAt ?? run.updatedAt,
    failed: run.status === 'failed',
    attributes: {
      'office.run.id': run.id,
      'office.run.status': run.status,
      'office.floor.id': run.workspaceId,
      'office.pipeline.id': run.pipelineId,
      'office.cost.usd': run.budget.spentUsd,
    },
  };
}

function spanOfStage(stage: StageRun, startedAt: number): EndedSpan {
  return {
    name: `stage ${stage.spec.kind}`,
    traceId: traceIdOf(stage.runId),
    spanId: spanIdOf('stage', stage.id),
    parentId: spanIdOf('run', stage.runId),
    kind: 'internal',
    startedAt,
    endedAt: stage.endedAt ?? startedAt,
    failed: stage.status === 'failed',
    attributes: {
      'office.stage.id': stage.id,
      'office.stage.mode': stage.spec.mode,
      'office.stage.status': stage.status,
    },
  };
}

function spanOfTurn(turn: TurnRecord): EndedSpan {
  return {
    name: `invoke_agent ${turn.roleId}`,
    traceId: traceIdOf(turn.runId),
    spanId: spanIdOf('turn', turn.id),
    parentId: spanIdOf('stage', turn.stageId),
    kind: 'internal',
    startedAt: turn.startedAt,
    endedAt: turn.endedAt ?? turn.startedAt,
    failed: turn.status === 'failed',
    attributes: {
      ...agentAttributes(turn.roleId, turn.usage),
      'office.turn.id': turn.id,
      'office.turn.status': turn.status,
      'office.cost.usd': turn.usage.costUsd,
    },
  };
}

function spanOfTool(runId: string, call: ToolCallRecord, endedAt: number): EndedSpan {
  return {
    name: `execute_tool ${call.name}`,
    traceId: traceIdOf(runId),
    spanId: spanIdOf('tool', call.id),
    parentId: spanIdOf('turn', call.turnId),
    kind: 'internal',
    startedAt: endedAt - call.durationMs,
    endedAt,
    failed: call.status !== 'ok',
    attributes: { ...toolAttributes(call.name, call.id), 'office.tool.status': call.status },
  };
}

function spanOfCall(call: ModelTried): EndedSpan {
  const { modelId, startedAt, ms, outcome, usage, work } = call;
  const [place = { traceId: null, parentId: null }] = placed(work);
  return {
    ...place,
    name: `chat ${modelId}`,
    spanId: null,
    kind: 'client',
    startedAt,
    endedAt: startedAt + ms,
    failed: outcome !== 'answered',
    attributes: {
      ...modelCallAttributes(call),
      'error.type': outcome === 'answered' ? undefined : outcome,
      'office.call.attempt': call.attempt,
      'office.cost.usd': usage.costUsd,
    },
  };
}

/** Parent of a span: its turn, else its run; empty if it belongs to no run. */
function placed(work: Work | undefined): readonly Pick<EndedSpan, 'traceId' | 'parentId'>[] {
  if (work?.runId === undefined) return [];
  const { runId, turnId } = work;
  const parentId = turnId === undefined ? spanIdOf('run', runId) : spanIdOf('turn', turnId);
  return [{ traceId: traceIdOf(runId), parentId }];
}
type CalledModel = Pick<ModelTried, 'providerId' | 'modelId' | 'usage' | 'firstOutputMs'>;

/** Attributes of a model request. */
function modelCallAttributes(call: CalledModel): Attributes {
  const { providerId, modelId, usage, firstOutputMs } = call;
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerNames[providerId] ?? providerId,
    'gen_ai.request.model': modelId,
    'gen_ai.response.time_to_first_chunk':
      firstOutputMs === null ? undefined : firstOutputMs / 1000,
    ...usageAttributes(usage),
  };
}

/** Attributes of an employee's turn. */
function agentAttributes(roleId: string, usage: UsageRecord): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.id': roleId,
    ...usageAttributes(usage),
  };
}

/** Attributes of a tool call, without arguments and result. */
function toolAttributes(name: string, callId: string): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': callId,
  };
}

function usageAttributes(usage: UsageRecord): Attributes {
  return {
    'gen_ai.usage.input_tokens': usage.tokensIn,
    'gen_ai.usage.output_tokens': usage.tokensOut,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}
