import { afterEach, describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { carryOut, offerPipeline } from '../runs/support/commission.js';
import { startSimulatedOffice } from '../support/models/simulated-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { RunningOffice } from '../support/start-office.js';
import { createDatabase } from '../support/created-database.js';
import { anthropic } from '../support/vendors/anthropic.js';
import { officeBrain } from '../support/vendors/core/office-brain.js';
import { VendorSimulator } from '../support/vendors/core/simulator.js';
import type { SimulatorOptions } from '../support/vendors/core/simulator.js';
import type { Vendor } from '../support/vendors/core/vendor.js';
import { deepSeek } from '../support/vendors/deepseek.js';
import { openAi } from '../support/vendors/openai.js';

let simulator: VendorSimulator | undefined;
let office: RunningOffice;
let socket: OfficeSocket;

interface Opened {
  readonly name?: string;
  readonly vendor?: () => Vendor;
  readonly options?: SimulatorOptions;
  readonly env?: Readonly<Record<string, string>>;
}

async function open({ name = 'OPENAI', vendor = openAi, options, env = {} }: Opened = {}) {
  simulator = await VendorSimulator.start(vendor(), { brain: officeBrain, ...options });
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
function refusals({ limited }: VendorSimulator): number[] {
  const times = new Map<string, number>();
  for (const { request } of limited) {
    const body = JSON.stringify(request.body);
    times.set(body, (times.get(body) ?? 0) + 1);
  }
  return [...times.values()];
}

/** Refusals of one request, whatever the others do: with them, as one of the first after a wait, as the first. */
const mostRefusals = 5;
/** Without a word of the vendor the wait is found by trying, longer each time. */
const mostSilentRefusals = 8;

async function workAsATeam(vendor: VendorSimulator, most: number): Promise<void> {
  // However slow the machine, one request at least comes too fast.
  vendor.fail({ kind: 'rate-limit', retryMs: 200 });
  const run = await carryOut(office, socket, {
    pipelineId: offerPipeline(office, teamwork),
    budgetUsd: 50,
  });
  expect(run).toMatchObject({ status: 'done', error: null });
  expect(run.turns.map(({ status }) => status)).toEqual(developers.map(() => 'done'));
  expect(vendor.served.length).toBeGreaterThan(4);
  expect(vendor.limited.length).toBeGreaterThan(0);
  expect(Math.max(...refusals(vendor))).toBeLessThanOrEqual(most);
  expect(vendor.refusals).toEqual([]);
}

describe('four developers at once on an entry tier', () => {
  it.each<[string, () => Vendor, number]>([
    ['OPENAI', openAi, mostRefusals],
    ['ANTHROPIC', anthropic, mostRefusals],
    ['DEEPSEEK', deepSeek, mostSilentRefusals],
  ])('of %s bring their run to its end', async (name, vendor, most) => {
    await workAsATeam(await open({ name, vendor, options: entryTier }), most);
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
    const vendor = await open({ options: entryTier, env: { OFFICE_DB: created.url } });
    await workAsATeam(vendor, mostRefusals);
    await office.close();
    await created.drop();
    office = { ...office, close: () => Promise.resolve() };
  });
});
