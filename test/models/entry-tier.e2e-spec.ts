import { afterEach, describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { carryOut, offerPipeline } from '../runs/support/commission.js';
import { startSimulatedOffice } from '../support/models/simulated-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { RunningOffice } from '../support/start-office.js';
import { createDatabase } from '../support/created-database.js';
import { anthropic } from '../support/providers/anthropic.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import { ProviderSimulator } from '../support/providers/core/simulator.js';
import type { SimulatorOptions } from '../support/providers/core/simulator.js';
import type { ProviderRules } from '../support/providers/core/provider-rules.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { openAi } from '../support/providers/openai.js';

let simulator: ProviderSimulator | undefined;
let office: RunningOffice;
let socket: OfficeSocket;

interface Opened {
  readonly name?: string;
  readonly provider?: () => ProviderRules;
  readonly options?: SimulatorOptions;
  readonly env?: Readonly<Record<string, string>>;
}

async function open({ name = 'OPENAI', provider = openAi, options, env = {} }: Opened = {}) {
  simulator = await ProviderSimulator.start(provider(), { brain: officeBrain, ...options });
  office = await startSimulatedOffice(name, simulator, env);
  socket = await office.client.connect();
  return simulator;
}

afterEach(async () => {
  await office.close();
  await simulator?.close();
});

const developers = ['backend-dev-1', 'backend-dev-2', 'frontend-dev-1', 'frontend-dev-2'];
const teamwork = { kind: 'build', mode: 'parallel', roleIds: developers } as const;

/** An entry tier: three requests and 20,000 tokens a minute, the minute made shorter. */
const entryTier: SimulatorOptions = {
  limits: { requestsPerMinute: 3, tokensPerMinute: 20_000 },
  minuteMs: 900,
};

/** How often each request was refused for the rate. */
function refusals({ limited }: ProviderSimulator): number[] {
  const times = new Map<string, number>();
  for (const { request } of limited) {
    const body = JSON.stringify(request.body);
    times.set(body, (times.get(body) ?? 0) + 1);
  }
  return [...times.values()];
}

/** Refusals of one request, whatever the others do: with them, as one of the first after a wait, as the first. */
const mostRefusals = 5;
/** Without a word of the provider the wait is found by trying, longer each time. */
const mostSilentRefusals = 8;

async function workAsATeam(provider: ProviderSimulator, most: number): Promise<void> {
  // However slow the machine, one request at least comes too fast.
  provider.fail({ kind: 'rate-limit', retryMs: 200 });
  const run = await carryOut(office, socket, {
    pipelineId: offerPipeline(office, teamwork),
    budgetUsd: 50,
  });
  expect(run).toMatchObject({ status: 'done', error: null });
  expect(run.turns.map(({ status }) => status)).toEqual(developers.map(() => 'done'));
  expect(provider.served.length).toBeGreaterThan(4);
  expect(provider.limited.length).toBeGreaterThan(0);
  expect(Math.max(...refusals(provider))).toBeLessThanOrEqual(most);
  expect(provider.refusals).toEqual([]);
}

describe('four developers at once on an entry tier', () => {
  it.each<[string, () => ProviderRules, number]>([
    ['OPENAI', openAi, mostRefusals],
    ['ANTHROPIC', anthropic, mostRefusals],
    ['DEEPSEEK', deepSeek, mostSilentRefusals],
  ])('of %s bring their run to its end', async (name, provider, most) => {
    await workAsATeam(await open({ name, provider, options: entryTier }), most);
    const waited = socket.ofType('employee.updated').map(({ employee }) => employee.activity);
    const text = new RegExp(`^Waiting for ${name.toLowerCase()} \\(rate limit, \\d+ s\\)$`);
    expect(waited).toContainEqual(expect.stringMatching(text));
    const { body } = await office.client.get<{ employees: { activity: string | null }[] }>(
      '/api/state',
    );
    expect(body.employees.map(({ activity }) => activity)).toEqual(body.employees.map(() => null));
  });
});

describeOnPostgres('four developers at once on an entry tier, on PostgreSQL', (url) => {
  it('bring their run to its end', async () => {
    const created = await createDatabase(url);
    const provider = await open({ options: entryTier, env: { OFFICE_DB: created.url } });
    await workAsATeam(provider, mostRefusals);
    await office.close();
    await created.drop();
    office = { ...office, close: () => Promise.resolve() };
  });
});
