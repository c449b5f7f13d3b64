import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { liveEstimates } from '#test/support/models/estimates.js';
import { openStore } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleTurn } from '#test/support/sample-records.js';
import { countTokens } from '#test/support/providers/core/tokens.js';
import { type ModelAnswer, type ModelCall, ModelCaller } from '#models/gateway/model-call.js';
import { usageOf } from '#models/gateway/usage.js';
import type { TokenEstimates } from '#models/tokens/token-estimates.js';
import type { RouteDecision } from '#protocol/records/routes.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import { ModelCalls } from './model-calls.js';

/** The bound of docs/money.md with providers that count differently from our tokenizer. */

/** Input is expensive: a dollar per hundred thousand tokens. */
const model = aModel({ costPerMTokIn: 10, costPerMTokOut: 1 });
const tokensOutMax = 500;

/** Charges the input by its own count at once, and the longest answer. */
class CountingCaller extends ModelCaller {
  readonly inputs: number[] = [];

  constructor(
    private readonly count: (text: string) => number,
    private readonly estimates: TokenEstimates,
  ) {
    super();
  }

  override async call(_: RouteDecision, call: ModelCall): Promise<ModelAnswer> {
    const tokensIn = call.messages.reduce((sum, { content }) => sum + this.count(content), 0);
    this.inputs.push(tokensIn);
    // All admitted calls are pending together: none ends while more arrive.
    for (let quiet = 0, seen = 0; quiet < 50; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.inputs.length > seen) quiet = 0;
      seen = this.inputs.length;
    }
    this.estimates.learn(call, model, tokensIn);
    const counts = { tokensIn, tokensOut: call.maxOutputTokens ?? tokensOutMax };
    const output = { text: 'Done.', reasoning: null, toolCalls: [] };
    return {
      ...output,
      usage: usageOf(model, counts, call.messages, output),
      finishReason: 'stop',
      servedBy: { providerId: model.providerId, modelId: model.id },
      attemptedRoutes: [],
    };
  }
}

const texts = {
  'Chinese text': '我们需要一个待办事项列表的应用程序，它应该支持多个用户同时编辑。'.repeat(300),
  base64: randomBytes(9000).toString('base64'),
  code: readFileSync(new URL('model-calls.ts', import.meta.url), 'utf8'),
};

const providers = {
  'the simulators': countTokens,
  'three bytes to a token': (text: string) => Math.ceil(Buffer.byteLength(text) / 3),
};

const cases = Object.entries(texts).flatMap(([kind, text]) =>
  Object.entries(providers).map(([provider, count]) => ({ kind, text, provider, count })),
);

describe('eight turns at once', () => {
  const opened = openStore('sqlite');

  it.each(cases)(
    'about $kind, counted by $provider, pass the ceiling by less than one smallest answer',
    async ({ text, count }) => {
      const input = (count(text) * model.costPerMTokIn) / 1e6;
      const limitUsd = input * 3.5;
      const runs = new StoredRuns(opened());
      const { bus, clock } = runs.store;
      const session = await runs.begin({ budget: { limitUsd, spentUsd: 0 } });
      const estimates = liveEstimates();
      const provider = new CountingCaller(count, estimates);
      const calls = new ModelCalls(
        runs.once,
        runs.journal,
        provider,
        estimates,
        bus,
        clock,
        {} as EmployeesService,
      );
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          calls.ask(session, {
            key: `s/t${index}/m1`,
            turn: sampleTurn({ id: `turn_${index}` }),
            messages: [{ role: 'user', content: `${index}\n${text}` }],
            tools: [],
            ceiling: { tokensOutMax, models: [model] },
          }),
        ),
      );
      const spent = session.budget.holds.reduce((sum, { usd }) => sum + usd, 0);
      const smallest = (Math.max(...provider.inputs) * model.costPerMTokIn + 256) / 1e6;
      expect(spent).toBeLessThan(limitUsd + smallest);
      // The first call is made; later ones need room for their worst case, which is far above
      // base64.
      expect(spent).toBeGreaterThanOrEqual(input);
    },
  );
});
