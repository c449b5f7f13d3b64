import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { innateToolNames } from '../../src/tools/innate-tools.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { callsTool, carryOut, finished, offerPipeline, submit } from './support/commission.js';

/** The ground moves while a run is at work: it comes to its end all the same. */
describe('while a run is at work', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    provider.respondWith(() => ({ text: ['Done.'] }));
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
    });
    socket = await office.client.connect();
  });
  afterEach(() => office.close());
  afterAll(() => provider.close());

  it.each([
    ['run_shell', { command: 'pwd' }],
    ['write_file', { path: 'notes.txt', content: 'Hello.' }],
    ['list_dir', {}],
  ])('its directory may disappear: %s says so, and the run goes on', async (tool, args) => {
    const directory = `${office.directory}/workspace`;
    await rm(directory, { recursive: true });
    provider.respondWith(callsTool(tool, args));
    const pipelineId = offerPipeline(office, { roleIds: ['backend-dev-1'] });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.status).toBe('done');
    expect(run.turns[0]).toMatchObject({ status: 'done', toolCalls: [{ name: tool }] });
    expect(run.turns[0]?.toolCalls[0]?.status).toBe('error');
  });

  it('the settings may change under it: places, gates, thresholds, models', async () => {
    const patch = {
      maxConcurrency: 1,
      autoApproveShell: false,
      softSpendApprovalUsd: 1000,
      approvalTimeoutMs: 1000,
    };
    let disabled = '';
    const run = await disturbedRun(async ({ body }) => {
      disabled = String(body?.['model']);
      const models = { disabledModelIds: [disabled] };
      socket.send({ type: 'updateSettings', patch: { ...patch, ...models } });
      const { settings } = await socket.waitFor('settings.updated');
      expect(settings).toMatchObject({ ...patch, ...models });
    });
    expect(run).toMatchObject({ status: 'done' });
    // Turns that began after the change use another model.
    const later = run.stages.slice(1).flatMap(({ turnIds }) => turnIds);
    const servedBy = run.turns.filter(({ id }) => later.includes(id)).map(({ route }) => route);
    expect(servedBy).toHaveLength(4);
    for (const route of servedBy) expect(route.modelId).not.toBe(disabled);
  });

  it('a colleague may get another model policy, other tools and another desk', async () => {
    const policy = { defaultTier: 'small', minTier: 'small', maxTier: 'max' } as const;
    const run = await disturbedRun(async () => {
      socket.send({ type: 'setModelPolicy', roleId, policy });
      socket.send({ type: 'setRoleGrants', roleId, allowedTools: ['read_file'] });
      socket.send({ type: 'setSeat', employeeId: roleId, seatId: null });
      await socket.waitFor('employee.moved', ({ employeeId }) => employeeId === roleId);
    });
    expect(run).toMatchObject({ status: 'done' });
    const { org } = socket.ofType('org.updated').at(-1) ?? {};
    expect(org?.roles.find(({ id }) => id === roleId)).toMatchObject({
      modelPolicy: policy,
      allowedTools: ['read_file'],
      seatId: null,
    });
    // From the next stage on the colleague is offered that tool alone.
    const offers = provider.requests.slice(-6).map(toolsOf);
    expect(offers.map((names) => names.join() === 'read_file').sort()).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  const roleId = 'backend-dev-1';

  /**
   * A run of two people in three stages. Its first answer is held back until what breaks in has
   * happened; none of it may have been refused.
   */
  async function disturbedRun(
    disturb: (request: ScriptedRequest) => Promise<void>,
  ): Promise<RunDetail> {
    let disturbance: Promise<void> | undefined;
    provider.respondWith(async (request) => {
      await (disturbance ??= disturb(request)).catch(() => {});
      return { text: ['Done.'] };
    });
    const team = { roleIds: [roleId, 'frontend-dev-1'], mode: 'parallel' } as const;
    const { id } = await submit(office, { pipelineId: offerPipeline(office, team, team, team) });
    const run = await finished(office, socket, id);
    if (disturbance === undefined) throw new Error('nothing was asked of the provider');
    await disturbance;
    expect(socket.ofType('error')).toEqual([]);
    expect(run.turns).toHaveLength(6);
    return run;
  }
});

/** Beside those that everybody holds. */
function toolsOf({ body }: ScriptedRequest): readonly string[] {
  const tools = (body?.['tools'] ?? []) as readonly { function: { name: string } }[];
  const names = tools.map((tool) => tool.function.name);
  return names.filter((name) => !innateToolNames.includes(name));
}
