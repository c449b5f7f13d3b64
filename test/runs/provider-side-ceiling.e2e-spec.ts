import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { priceOf } from '../../src/models/catalogue/prices.js';
import type { ModelSpec } from '../../src/protocol/records/models.js';
import type { RunDetail, StageSpec } from '../../src/protocol/records/work.js';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { carryOut, offerPipeline, promptOf } from './support/commission.js';

/** A call as the provider saw and billed it. */
interface Billed {
  /** From 1. */
  readonly stage: number;
  /** Tokens of answer that it asked for at most. */
  readonly asked: number;
  /** The dearest that it could have become. */
  readonly worstUsd: number;
  /** What all calls before it had cost. */
  readonly beforeUsd: number;
}

const smallest = 256;
const roleIds = ['ceo', 'cto'];
/** With the stage of each call that is made where only smallest answers are. */
const shapes: readonly (readonly [string, readonly Partial<StageSpec>[], readonly number[]])[] = [
  ['a stage whose tools are used', [{}], [1]],
  ['two stages', [{}, {}], [1, 2]],
  ['two employees at once', [{ mode: 'parallel', roleIds }], [1]],
  [
    'pairs in two stages',
    [
      { mode: 'parallel', roleIds },
      { mode: 'debate', roleIds },
    ],
    [1, 2],
  ],
  ['a review', [{ mode: 'review-loop', roleIds }], [1]],
];
/** Less than two smallest answers, in USD, and more than one. */
const forOne = 0.0007;
/** Less than the smallest answer, and more than two. */
const ceilings = [0.0001, forOne, 0.004, 0.009];

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;
let models: readonly ModelSpec[];
let billed: Billed[];
let lastStage: number;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  office = await startLiveOffice(provider, {
    OPENAI_API_KEY: 'key',
    OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
  });
  socket = await office.client.connect();
  models = (await office.client.get<ModelSpec[]>('/api/models')).body;
});
beforeEach(() => {
  billed = [];
  provider.respondWith(billing);
});
afterAll(async () => {
  await office.close();
  await provider.close();
});

/** Answers as long as it may and bills all of it; asks for a tool each time in the last stage. */
function billing(request: ScriptedRequest): ScriptedReply {
  const { tokensIn, asked, price } = factsOf(request);
  const worstUsd = (tokensIn * price.in + asked * price.out) / 1e6;
  const beforeUsd = billedUsd();
  const stage = Number(/part (\d) of it/.exec(promptOf(request))?.[1]);
  billed.push({ stage, asked, worstUsd, beforeUsd });
  return {
    text: ['word '.repeat(asked)],
    ...(stage === lastStage && { toolCalls: [{ id: 'call_1', name: 'list_dir', args: ['{}'] }] }),
    usage: { tokensIn, tokensOut: asked },
  };
}

function billedUsd(): number {
  return billed.reduce((sum, { worstUsd }) => sum + worstUsd, 0);
}

function factsOf({ body }: ScriptedRequest) {
  const { model: served, max_completion_tokens: asked, messages } = body ?? {};
  const model = models.find(({ id }) => id === served);
  if (model === undefined) throw new Error(`${String(served)} is not in the catalogue`);
  const tokensIn = Math.ceil(JSON.stringify(messages).length / 5);
  return { tokensIn, asked: Number(asked), price: priceOf(model) };
}

describe.each(shapes)('at the provider of %s', (_, shape, smallestOnly) => {
  const stages = shape.map((stage, at) => ({ ...stage, instruction: `Do part ${at + 1} of it.` }));
  const isFirst = ({ stage }: Billed, at: number): boolean =>
    billed.findIndex((call) => call.stage === stage) === at;

  it.each(ceilings)(
    'only a first call passes a ceiling of $%d, by 256 tokens',
    async (limitUsd) => {
      lastStage = stages.length;
      const pipelineId = offerPipeline(office, ...stages);
      const run = await carryOut(office, socket, { pipelineId, budgetUsd: limitUsd });
      const passing = billed.filter(({ beforeUsd, worstUsd }) => beforeUsd + worstUsd > limitUsd);
      expect(passing.filter((call) => !isFirst(call, billed.indexOf(call)))).toEqual([]);
      expect(passing.filter(({ asked }) => asked > smallest)).toEqual([]);
      expect(billed.filter(({ beforeUsd }) => beforeUsd >= limitUsd)).toEqual([]);
      expect(run.budget.spentUsd).toBeCloseTo(billedUsd(), 9);
      expect(endOf(run)).toBe('exhausted');
      if (limitUsd === forOne) expect(billed.map(({ stage }) => stage)).toEqual(smallestOnly);
      if (limitUsd < forOne) expect(passing.map(({ stage }) => stage)).toEqual([1]);
    },
  );
});

/** Whether the run ended in the words for a ceiling that is reached. */
function endOf({ budget, error, stages }: RunDetail): string {
  const next = stages.find(({ status }) => status === 'pending')?.spec.name ?? '';
  const refused = runTexts.everyTurnFailed(runTexts.budgetExhausted(budget.limitUsd));
  const isRefused = stages.some((stage) => stage.status === 'failed' && stage.error === refused);
  const isExhausted = error === runTexts.budgetExhaustedBefore(budget.limitUsd, next);
  return isRefused || isExhausted ? 'exhausted' : JSON.stringify({ error, stages });
}
