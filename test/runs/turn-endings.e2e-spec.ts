import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TurnRecord } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { carryOut, offerPipeline, toolResultsIn } from './support/commission.js';

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.respondWith(() => ({ text: ['Done.'] }));
  provider.requests.length = 0;
  office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
  socket = await office.client.connect();
});
afterEach(() => office.close());
afterAll(() => provider.close());

async function onlyTurn(roleId = 'ceo'): Promise<TurnRecord> {
  const pipelineId = offerPipeline(office, { roleIds: [roleId] });
  const run = await carryOut(office, socket, { pipelineId });
  const [turn] = run.turns;
  // A stage in which no turn was done fails.
  expect(run.status).toBe(turn?.status === 'done' ? 'done' : 'failed');
  return turn as TurnRecord;
}

describe('how a turn ends', () => {
  it('done: with the text and the usage the provider counted', async () => {
    provider.respondWith(() => ({
      text: ['All ', 'done.'],
      usage: { tokensIn: 100, tokensOut: 20 },
    }));
    const turn = await onlyTurn();
    expect(turn).toMatchObject({ status: 'done', error: null, text: 'All done.' });
    expect(turn.usage).toMatchObject({ tokensIn: 100, tokensOut: 20 });
    expect(turn.usage.estimated).toBeUndefined();
  });

  it('failed at the output limit, keeping what was said, and says so in an error event', async () => {
    provider.respondWith(() => ({ text: ['Half of'], finish: 'length' }));
    const turn = await onlyTurn();
    const error =
      'The model hit its output limit mid-turn; the reported work product is incomplete.';
    expect(turn).toMatchObject({ status: 'failed', error, text: 'Half of' });
    const reported = await socket.waitFor('error');
    expect(reported.message).toMatch(new RegExp(`^.+ failed: ${error}$`));
    expect(reported.runId).toBe(turn.runId);
    const employee = socket.ofType('employee.updated').at(-1)?.employee;
    expect(employee).toMatchObject({ id: 'ceo', status: 'error', lastError: error });
  });

  it('failed after eight round trips: the eighth tools still run, no ninth call is made', async () => {
    provider.respondWith(() => ({
      text: ['Looking.'],
      toolCalls: [{ id: '', name: 'list_dir', args: ['{}'] }],
    }));
    const turn = await onlyTurn();
    expect(turn).toMatchObject({
      status: 'failed',
      error: 'Stopped after 8 tool round trips without a final answer.',
    });
    expect(turn.toolCalls.map((call) => call.status)).toEqual(Array(8).fill('ok'));
    expect(new Set(turn.toolCalls.map((call) => call.id)).size).toBe(8);
    expect(turn.text).toBe(Array(8).fill('Looking.').join('\n\n'));
    expect(provider.requests).toHaveLength(8);
  });

  it('failed when the model says nothing and asks for nothing', async () => {
    provider.respondWith(() => ({ text: [] }));
    const turn = await onlyTurn();
    expect(turn.error).toBe('The model returned no text and asked for no tools.');
  });

  it('failed when every route fails, naming each', async () => {
    provider.respondWith(() => ({ refusal: { status: 400, body: { error: { message: 'no' } } } }));
    const turn = await onlyTurn();
    expect(turn.error).toMatch(/^all model routes failed: openai\/.+: HTTP 400 from openai: /);
    expect(turn.attemptedRoutes?.join('; ')).toBe(
      turn.error?.replace('all model routes failed: ', ''),
    );
    expect(turn.usage.costUsd).toBe(0);
  });

  it('failed when its stream breaks off, keeping what had come', async () => {
    provider.respondWith(() => ({
      reasoning: ['Hm. '],
      text: ['Half ', 'of it'],
      fault: { kind: 'error', afterChunks: 3 },
    }));
    const turn = await onlyTurn();
    expect(turn).toMatchObject({ status: 'failed', text: 'Half of it', reasoning: 'Hm. ' });
    expect(turn.error).toMatch(/^all model routes failed: /);
    // Each route but the first begins anew.
    const deltas = socket.ofType('turn.delta');
    const shown = deltas.reduce((sum, { text, restart }) => (restart ? '' : sum) + text, '');
    expect(shown).toBe(turn.text);
    const routes = turn.attemptedRoutes?.length ?? 0;
    expect(deltas.filter(({ restart }) => restart)).toHaveLength(routes - 1);
  });

  it('failed when every model is off', async () => {
    const models = await office.client.get<{ id: string }[]>('/api/models');
    await office.client.put('/api/settings', { disabledModelIds: models.body.map(({ id }) => id) });
    const turn = await onlyTurn();
    expect(turn.error).toBe('model catalog is empty; no model can be routed.');
    expect(provider.requests).toHaveLength(0);
  });

  it('a failed turn with text has it as its summary; one without says why', async () => {
    provider.respondWith(() => ({ text: [] }));
    const pipelineId = offerPipeline(office, { optional: true }, { kind: 'report' });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.status).toBe('failed');
    expect(run.outcome).toBe('(no output) The model returned no text and asked for no tools.');
  });
});

describe('what a refused tool call tells the model', () => {
  it.each([
    ['write_sky', '{}', 'denied', 'refused: write_sky is not granted to ceo'],
    ['list_dir', '[1]', 'error', 'bad arguments: the arguments must be one JSON object'],
    ['list_dir', '{"path":', 'error', 'bad arguments: '],
  ])('%s with %s is %s', async (name, args, status, preview) => {
    provider.respondWith((request) =>
      toolResultsIn(request).length > 0
        ? { text: ['Understood.'] }
        : { toolCalls: [{ id: 'call_1', name, args: [args] }] },
    );
    const turn = await onlyTurn();
    expect(turn.status).toBe('done');
    expect(turn.toolCalls[0]).toMatchObject({ name, status, argumentsJson: args });
    expect(turn.toolCalls[0]?.resultPreview).toContain(preview);
    expect(toolResultsIn(provider.requests.at(-1)!)[0]).toContain(preview);
  });
});
