import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedVendor } from '../support/scripted-vendor/scripted-vendor.js';
import type { RunningOffice } from '../support/start-office.js';
import { callsTool, carryOut, finished, offerPipeline, submit } from './support/commission.js';

/** The ground moves while a run is at work: it comes to its end all the same. */
describe('while a run is at work', () => {
  let vendor: ScriptedVendor;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    vendor = await ScriptedVendor.start();
  });
  beforeEach(async () => {
    vendor.respondWith(() => ({ text: ['Done.'] }));
    office = await startLiveOffice(vendor, {
      OPENAI_API_KEY: 'key',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
    });
    socket = await office.client.connect();
  });
  afterEach(() => office.close());
  afterAll(() => vendor.close());

  it.each([
    ['run_shell', { command: 'pwd' }],
    ['write_file', { path: 'notes.txt', content: 'Hello.' }],
    ['list_dir', {}],
  ])('its directory may disappear: %s says so, and the run goes on', async (tool, args) => {
    const directory = `${office.directory}/workspace`;
    await rm(directory, { recursive: true });
    vendor.respondWith(callsTool(tool, args));
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
      disabledModelIds: ['gpt-4o-mini'],
    };
    const run = await disturbedRun(() => socket.send({ type: 'updateSettings', patch }));
    expect(run).toMatchObject({ status: 'done' });
  });

  it('a colleague may get another model policy, other tools and another desk', async () => {
    const run = await disturbedRun(() => {
      const policy = { defaultTier: 'small', minTier: 'small', maxTier: 'max' } as const;
      socket.send({ type: 'setModelPolicy', roleId: 'backend-dev-1', policy });
      socket.send({ type: 'setRoleGrants', roleId: 'backend-dev-1', allowedTools: [] });
      socket.send({ type: 'setSeat', employeeId: 'backend-dev-1', seatId: null });
    });
    expect(run).toMatchObject({ status: 'done' });
  });

  /** A run of several people in several stages, into whose first turn something breaks in. */
  async function disturbedRun(disturb: () => void): Promise<RunDetail> {
    let disturbed = false;
    vendor.respondWith(() => {
      if (!disturbed) disturb();
      disturbed = true;
      return { text: ['Done.'] };
    });
    const team = { roleIds: ['backend-dev-1', 'frontend-dev-1'], mode: 'parallel' } as const;
    const { id } = await submit(office, { pipelineId: offerPipeline(office, team, team, team) });
    const run = await finished(office, socket, id);
    expect(run.turns).toHaveLength(6);
    return run;
  }
});
