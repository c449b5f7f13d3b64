import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StageMode } from '../../src/protocol/records/enums.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { OfficeClient } from '../support/office-client.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { carryOut, offerPipeline } from './support/commission.js';

/** Pipelines that no manifest would pass with, or that make no sense. */
describe('a pipeline', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(() => ({ text: ['Done.'] }));
    const started = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
    });
    // The documents of the interface have no such pipelines.
    office = { ...started, client: new OfficeClient(started.port, false) };
  });
  beforeEach(async () => {
    socket = await office.client.connect();
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it.each(['spiral', 'constructor'])('with the mode "%s" fails at that stage', async (mode) => {
    const pipelineId = offerPipeline(office, { mode: mode as StageMode });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run).toMatchObject({
      status: 'failed',
      error: 'Stage "Stage 1" failed; the run stopped there.',
    });
    expect(run.stages[0]).toMatchObject({
      status: 'failed',
      error: `There is no stage mode "${mode}".`,
    });
  });

  it('that names a role twice gives it one turn', async () => {
    const pipelineId = offerPipeline(office, { roleIds: ['ceo', 'ceo'], mode: 'parallel' });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.stages[0]?.turnIds).toHaveLength(1);
    expect(run.turns).toHaveLength(1);
  });

  it('without a stage is done at once', async () => {
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office) });
    expect(run).toMatchObject({ status: 'done', outcome: null, turns: [] });
  });

  it('of a hundred stages goes through all of them', async () => {
    const pipelineId = offerPipeline(office, ...Array.from({ length: 100 }, () => ({})));
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.status).toBe('done');
    expect(run.stages.map(({ status }) => status)).toEqual(Array(100).fill('done'));
  });

  it('with a billion rounds ends when nobody has a turn left', async () => {
    const debate = { mode: 'debate', rounds: 1e9, roleIds: ['ceo', 'cto'] } as const;
    const before = office.log.length;
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, debate) });
    expect(run.status).toBe('done');
    expect(office.log.length - before).toBeLessThan(20);
  });
});
