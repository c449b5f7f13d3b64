import type { Clock } from '../../platform/clock.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { RouteDecision } from '../../protocol/records/routes.js';
import { messageOf } from '../../platform/errors/error-text.js';
import {
  ModelCallFailure,
  type ModelAnswer,
  type ModelCaller,
  type ModelMessage,
  type ToolSchema,
} from '../gateway/model-call.js';
import type { ProviderDefinition } from '../providers/provider-definition.js';
import { type ExaminationPlan, type PlannedExamination, repeatTokens } from './examination-plan.js';

type CheckName = 'list' | 'answer' | 'tools' | 'cache';

/** The result of one check of a provider. */
export interface CheckResult {
  readonly check: CheckName;
  /** `warn`: works in part. `skipped`: because of an earlier check. */
  readonly status: 'ok' | 'warn' | 'failed' | 'skipped';
  readonly finding: string;
  /** Total time of its requests. */
  readonly ms: number;
  readonly costUsd: number;
}

export interface ProviderExamination {
  readonly provider: string;
  readonly label: string;
  /** The variable of its key; null if keyless. */
  readonly keyVariable: string | null;
  /** The model that was called; null: none. */
  readonly model: string | null;
  readonly checks: readonly CheckResult[];
  readonly costUsd: number;
  /** True if no check failed. */
  readonly ok: boolean;
}

/** Calls the examined model and records the usage. */
class Calls {
  costUsd = 0;
  ms = 0;

  constructor(
    private readonly caller: ModelCaller,
    private readonly clock: Clock,
    private readonly model: ModelSpec,
    private readonly signal: AbortSignal,
  ) {}

  async ask(
    messages: readonly ModelMessage[],
    tools: readonly ToolSchema[],
    maxOutputTokens: number,
  ): Promise<ModelAnswer> {
    const startedAt = this.clock.elapsed();
    try {
      const { signal } = this;
      const onDelta = (): void => {};
      const call = { messages, tools, maxOutputTokens, onDelta, signal };
      const answer = await this.caller.call(routeTo(this.model), call);
      this.costUsd += answer.usage.costUsd;
      return answer;
    } catch (thrown) {
      if (thrown instanceof ModelCallFailure) this.costUsd += thrown.usage.costUsd;
      throw thrown;
    } finally {
      this.ms += this.clock.elapsed() - startedAt;
    }
  }
}

interface Examiner {
  readonly caller: ModelCaller;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Examines a provider by requests like the service's own. Never throws. */
export async function examineProvider(
  examiner: Examiner,
  provider: ProviderDefinition,
  listed: CheckResult,
  planned: PlannedExamination | null,
): Promise<ProviderExamination> {
  const checks = [listed];
  if (planned === null || listed.status === 'failed') {
    const why = listed.status === 'failed' ? 'the list failed' : 'no model is as cheap as a cent';
    checks.push(...(['answer', 'tools', 'cache'] as const).map((name) => skipped(name, why)));
    return reportOn(provider, null, checks);
  }
  const { model, plan } = planned;
  const run = (name: CheckName, check: Check): Promise<CheckResult> =>
    carryOut(name, check, new Calls(examiner.caller, examiner.clock, model, examiner.signal), plan);
  const answer = await run('answer', shortAnswer);
  checks.push(answer);
  if (answer.status === 'failed') {
    checks.push(skipped('tools', 'no answer came'), skipped('cache', 'no answer came'));
  } else {
    checks.push(withoutTools(await run('tools', toolRoundTrip)));
    checks.push(
      plan.prefixTokens === 0
        ? skipped('cache', 'a prompt long enough would cost more than a cent')
        : await run('cache', cachedRepeat),
    );
  }
  return reportOn(provider, model, checks);
}

type Check = (
  calls: Calls,
  plan: ExaminationPlan,
) => Promise<Pick<CheckResult, 'status' | 'finding'>>;

async function carryOut(
  check: CheckName,
  carry: Check,
  calls: Calls,
  plan: ExaminationPlan,
): Promise<CheckResult> {
  const result = await carry(calls, plan).catch((thrown: unknown) => ({
    status: 'failed' as const,
    finding: messageOf(thrown),
  }));
  return { check, ...result, ms: calls.ms, costUsd: calls.costUsd };
}

const shortAnswer: Check = async (calls, { answerTokens }) => {
  const question = 'Answer with the single word: ready';
  const answer = await calls.ask([user(question)], [], answerTokens);
  if (answer.text.trim() !== '') return { status: 'ok', finding: quoted(answer.text) };
  return answer.finishReason === 'length'
    ? { status: 'warn', finding: `it was still thinking after ${answerTokens} tokens` }
    : { status: 'failed', finding: 'the answer was empty' };
};

const thermometer: ToolSchema = {
  name: 'read_thermometer',
  description: 'The temperature of a room, in degrees Celsius.',
  parameters: {
    type: 'object',
    properties: { room: { type: 'string', description: 'The name of the room.' } },
    required: ['room'],
    additionalProperties: false,
  },
};

const toolRoundTrip: Check = async (calls, { toolTokens }) => {
  const question = 'Read the thermometer in the kitchen with the tool, then tell the temperature.';
  const first = await calls.ask([user(question)], [thermometer], toolTokens);
  const { text, toolCalls, servedBy, parts, vendor } = first;
  if (toolCalls.length === 0) return { status: 'warn', finding: 'it did not use the tool' };
  const origin = { servedBy, ...(parts && { parts }), ...(vendor && { vendor }) };
  const conversation: readonly ModelMessage[] = [
    user(question),
    { role: 'assistant', content: text, toolCalls, origin },
    ...toolCalls.map(({ id, name }): ModelMessage => {
      return { role: 'tool', content: '21.5', toolCallId: id, name };
    }),
  ];
  const second = await calls.ask(conversation, [thermometer], toolTokens);
  const reasoned = [first, second].some(({ reasoning, usage }) => {
    return reasoning !== null || (usage.reasoningTokens ?? 0) > 0;
  });
  const how = reasoned ? 'with reasoning' : 'without reasoning';
  return { status: 'ok', finding: `${toolCalls.length} call(s) and their results, ${how}` };
};

/** A provider that says a model has no tools is fine; the model is for work without tools. */
function withoutTools(result: CheckResult): CheckResult {
  const lacking = /\b(?:not|no)\b.{0,40}\btools?\b|\btools?\b.{0,40}\bnot\b/i.test(result.finding);
  return result.status === 'failed' && lacking ? { ...result, status: 'warn' } : result;
}

const cachedRepeat: Check = async (calls, { prefixTokens }) => {
  const prompt = [{ role: 'system' as const, content: handbook(prefixTokens) }, user('Say: noted')];
  await calls.ask(prompt, [], repeatTokens);
  const { usage } = await calls.ask(prompt, [], repeatTokens);
  const share = Math.round((100 * (usage.cachedTokens ?? 0)) / Math.max(1, usage.tokensIn));
  const finding = `${share} % of a repeated prompt of ${usage.tokensIn} tokens came from the cache`;
  return { status: share > 0 ? 'ok' : 'warn', finding };
};

/** A reproducible text of about this many tokens. */
function handbook(tokens: number): string {
  const rules = ['Rules of the house.'];
  // Each such line counts as about twelve tokens.
  for (let rule = 1; rule < tokens / 12; rule += 1) {
    rules.push(`Rule ${rule}: what is taken from the shelf goes back.`);
  }
  return rules.join('\n');
}

function routeTo(model: ModelSpec): RouteDecision {
  return {
    providerId: model.providerId,
    modelId: model.id,
    tier: model.tier,
    taskClass: 'routing',
    reason: 'examined',
    fallbacks: [],
    considered: [],
  };
}

function user(content: string): ModelMessage {
  return { role: 'user', content };
}

function skipped(check: CheckName, finding: string): CheckResult {
  return { check, status: 'skipped', finding, ms: 0, costUsd: 0 };
}

function quoted(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 57)}...` : line}"`;
}

function reportOn(
  provider: ProviderDefinition,
  model: ModelSpec | null,
  checks: readonly CheckResult[],
): ProviderExamination {
  return {
    provider: provider.id,
    label: provider.label,
    keyVariable: provider.keyEnvVar,
    model: model?.id ?? null,
    checks,
    costUsd: checks.reduce((sum, { costUsd }) => sum + costUsd, 0),
    ok: checks.every(({ status }) => status !== 'failed'),
  };
}
