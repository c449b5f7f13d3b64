import { describe, expect, it } from '@jest/globals';
import { dollars } from '../../console/src/app/format.js';
import { beginOf, spansOf, spendIn } from '../../console/src/pages/costs/periods.js';
import { noCosts, postureOfAll, withRun } from '../../console/src/pages/costs/posture-costs.js';
import { dollarsAlike, sumBy, withRest } from '../../console/src/pages/costs/sums.js';
import { routingInputs } from '../../src/models/routing/routing-inputs.js';
import { aModel, aPolicy } from '../support/models/a-model.js';
import { aRole } from '../support/organisations/a-role.js';
import { sampleRoute, sampleRun, sampleTurn } from '../support/sample-records.js';

const noon = new Date(2026, 2, 15, 12).getTime();
const hour = 3_600_000;

describe('a period of the costs', () => {
  it('has a column for every local day, the last of them today', () => {
    const spans = spansOf(30, noon);
    expect(spans).toHaveLength(30);
    expect(spans[0]?.from).toBe(beginOf(30, noon));
    expect(spans[0]?.name).toBe('14 Feb');
    expect(spans.at(-1)?.name).toBe('15 Mar');
    for (const [index, { from }] of spans.entries()) {
      expect(new Date(from).getHours()).toBe(0);
      if (index > 0) expect(spans[index - 1]?.to).toBe(from);
    }
  });

  it('is shown by month where days would be too many', () => {
    const names = spansOf(365, noon).map(({ name }) => name);
    expect(names).toHaveLength(13);
    expect(names.at(-1)).toBe('Mar 2026');
  });

  it('counts a run on the day it began, by floor', () => {
    const [yesterday, today] = spansOf(7, noon).slice(-2);
    const run = (createdAt: number, spentUsd: number, workspaceId = 'a') =>
      sampleRun({ createdAt, workspaceId, budget: { limitUsd: 1, spentUsd } });
    const runs = [
      run(noon, 0.5),
      run(noon + hour, 0.25),
      run(noon, 1, 'b'),
      run(noon - 13 * hour, 2),
    ];
    if (yesterday === undefined || today === undefined) throw new Error('two days');
    expect(spendIn(today, runs)).toEqual([
      { floorId: 'a', usd: 0.75 },
      { floorId: 'b', usd: 1 },
    ]);
    expect(spendIn(yesterday, runs)).toEqual([{ floorId: 'a', usd: 2 }]);
  });
});

describe('sums of the costs', () => {
  it('stand with as many decimals as the smallest of them needs, all alike', () => {
    const format = dollarsAlike([0.04, 0.0087, 0]);
    expect([0.04, 0.0087, 0].map(format)).toEqual(['$0.0400', '$0.0087', '$0']);
    expect(dollarsAlike([3, 0.5])(3)).toBe('$3.00');
    expect(dollarsAlike([])(0)).toBe('$0');
  });

  it('are told apart however small they are', () => {
    const amounts = [0.00002, 0.00003, 1];
    expect(amounts.map(dollarsAlike(amounts))).toEqual(['$0.000020', '$0.000030', '$1.000000']);
    expect(dollarsAlike([5e-8])(5e-8)).toBe('$0.000000050');
    expect([1e-7, 0.000_012_3, 0.0031, 0.004].map(dollars)).toEqual([
      '$0.00000010',
      '$0.000012',
      '$0.0031',
      '$0.0040',
    ]);
    expect([0, 0.01, 12.5, 1234].map(dollars)).toEqual(['$0.00', '$0.01', '$12.50', '$1,234.00']);
  });

  it('are the dearest first, and one for all that are left', () => {
    const things = ['a', 'b', 'c', 'a'];
    const sums = sumBy(
      things,
      (thing) => thing,
      () => 1,
    );
    expect(sums[0]).toEqual({ key: 'a', usd: 2 });
    expect(withRest(sums, 2)).toEqual([
      { key: 'a', usd: 2 },
      { key: '2 others', usd: 2 },
    ]);
  });
});

describe('what another posture would have cost', () => {
  const tiers = { small: 1, standard: 2, strong: 4 } as const;
  const models = Object.entries(tiers).map(([tier, price]) =>
    aModel({
      id: tier,
      tier: tier as keyof typeof tiers,
      costPerMTokIn: price,
      costPerMTokOut: price,
    }),
  );
  const role = aRole({ id: 'engineer', allowedTools: [], modelPolicy: aPolicy() });
  const inputs = routingInputs({
    models,
    providers: [],
    llmMode: 'mock',
    plugins: [],
    floor: { roles: [role], routingPosture: 'balanced' },
  });
  // A cache made it cheaper than its tokens.
  const turn = sampleTurn({
    route: sampleRoute({ providerId: 'provider', modelId: 'standard' }),
    usage: { tokensIn: 900_000, tokensOut: 100_000, costUsd: 1.5 },
  });
  const run = {
    ...sampleRun({ status: 'done' }),
    turns: [turn],
    artifacts: [],
    approvals: [],
    cachedShare: null,
    evidence: [],
  };

  it('is what it cost where the model stays, else its tokens at the other price', () => {
    expect(withRun(noCosts, run, inputs)).toEqual({
      turns: 1,
      usd: 1.5,
      postures: [
        { posture: 'cheap', usd: 1, moved: 1 },
        { posture: 'balanced', usd: 1.5, moved: 0 },
        { posture: 'quality', usd: 4, moved: 1 },
      ],
    });
  });

  it('names the posture in force where all floors have the same', () => {
    const [cheap, quality] = [{ posture: 'cheap' }, { posture: 'quality' }] as const;
    expect(postureOfAll([cheap, cheap])).toBe('cheap');
    expect(postureOfAll([cheap, quality])).toBeNull();
    expect(postureOfAll([])).toBeNull();
  });

  it('counts neither turns of another run nor those of roles that have left', () => {
    const taken = { ...run, turns: [{ ...turn, takenFrom: 'turn_0' }] };
    expect(withRun(noCosts, taken, inputs)).toEqual(noCosts);
    const nobody = { ...inputs, roles: [] };
    expect(withRun(noCosts, run, nobody)).toEqual(noCosts);
  });
});
