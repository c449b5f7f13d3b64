import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Run, TurnRecord } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { officeBrain } from '../support/scripted-provider/office-brain.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  provider.respondWith(officeBrain);
  office = await startLiveOffice(provider, { OPENAI_API_KEY: 'k', DEEPSEEK_API_KEY: 'k' });
  socket = await office.client.connect();
});

afterEach(async () => {
  await office.close();
  await provider.close();
});

async function submit(): Promise<Run> {
  const { body } = await office.client.post<Run>('/api/submit', { brief: 'Why is the sky blue?' });
  return body;
}

/** The first turn of a question, once it is over. */
async function firstTurn(): Promise<TurnRecord> {
  const run = await submit();
  const { turn } = await socket.waitFor('turn.finished', (event) => event.turn.runId === run.id);
  return turn;
}

const keyOf = (providerId: string): string => `${providerId.toUpperCase()}_API_KEY`;
const refusal = { status: 401, body: { error: { message: 'no such key' } } };

describe('a model call that fails', () => {
  it('goes to the next route, and the turn says so', async () => {
    provider.reply({ refusal });
    const turn = await firstTurn();
    const { route } = turn;
    const [fallback] = route.fallbacks;
    expect(turn).toMatchObject({ status: 'done', error: null });
    expect(turn.servedBy).toEqual({
      providerId: fallback?.providerId,
      modelId: fallback?.modelId,
    });
    expect(turn.attemptedRoutes).toEqual([
      `${route.providerId}/${route.modelId}: HTTP 401 from ${route.providerId}: no such key (${keyOf(route.providerId)})`,
    ]);
  });

  it('fails the turn when no route is left, for nothing', async () => {
    provider.respondWith(() => ({ refusal }));
    const turn = await firstTurn();
    const routes = [turn.route, ...turn.route.fallbacks].map(
      ({ providerId, modelId }) =>
        `${providerId}/${modelId}: HTTP 401 from ${providerId}: no such key (${keyOf(providerId)})`,
    );
    expect(turn.status).toBe('failed');
    expect(turn.error).toBe(`all model routes failed: ${routes.join('; ')}`);
    expect(turn.usage.costUsd).toBe(0);
    const { message } = await socket.waitFor('error');
    expect(message).toMatch(/ failed: all model routes failed: /);
  });

  it('is tried again when that may help', async () => {
    provider.reply({ refusal: { status: 503 } });
    const turn = await firstTurn();
    expect(turn.servedBy?.modelId).toBe(turn.route.modelId);
    expect(turn.attemptedRoutes ?? []).toEqual([]);
    expect(provider.requests[1]?.body).toEqual(provider.requests[0]?.body);
  });

  it('is paid for when it broke off, and not tried again', async () => {
    const text = Array.from({ length: 20 }, (_, i) => `word ${i} `);
    provider.reply({ text, fault: { kind: 'cut', afterChunks: 15 } });
    const turn = await firstTurn();
    expect(turn.status).toBe('done');
    expect(turn.servedBy?.modelId).not.toBe(turn.route.modelId);
    expect(turn.usage).toMatchObject({ estimated: true });
    expect(turn.usage.tokensIn).toBeGreaterThan(120);
    const asked = provider.requests.slice(0, 2).map(({ body }) => body?.['model']);
    expect(asked).toEqual([turn.route.modelId, turn.servedBy?.modelId]);
  });
});

describe('a model answer', () => {
  it('cut by the output limit fails the turn and keeps the text', async () => {
    provider.reply({ text: ['Half an ans'], finish: 'length' });
    const turn = await firstTurn();
    expect(turn).toMatchObject({
      status: 'failed',
      text: 'Half an ans',
      error: 'The model hit its output limit mid-turn; the reported work product is incomplete.',
    });
  });

  it('without counts is estimated, and the lifetime total remembers', async () => {
    provider.reply({ text: ['An answer.'], usage: null });
    const turn = await firstTurn();
    expect(turn.usage.estimated).toBe(true);
    const { lifetime } = await socket.waitFor('usage');
    expect(lifetime.estimated).toBe(true);
  });

  it('with reasoning keeps it apart', async () => {
    const usage = { tokensIn: 10, tokensOut: 20, reasoningTokens: 15 };
    provider.reply({ reasoning: ['Let me ', 'think.'], text: ['Blue.'], usage });
    const turn = await firstTurn();
    expect(turn).toMatchObject({ text: 'Blue.', reasoning: 'Let me think.' });
    expect(turn.usage.reasoningTokens).toBe(15);
    const deltas = socket.ofType('turn.reasoning').map(({ text }) => text);
    expect(deltas.join('')).toBe('Let me think.');
  });
});

describe('cancelling a run during a model call', () => {
  it('drops the request, and pays for what had arrived', async () => {
    provider.reply({ text: ['Once upon ', 'a time '], fault: { kind: 'stall', afterChunks: 2 } });
    const run = await submit();
    await socket.waitFor('turn.delta', ({ text }) => text === 'a time ');
    socket.send({ type: 'cancel', runId: run.id });
    await provider.onlyRequest().closed;
    const { turn } = await socket.waitFor('turn.finished');
    expect(turn).toMatchObject({ status: 'cancelled', error: 'Cancelled by the operator.' });
    expect(turn.usage.estimated).toBe(true);
    expect(turn.usage.costUsd).toBeGreaterThan(0);
    const { run: ended } = await socket.waitFor(
      'run.updated',
      (event) => event.run.status === 'cancelled',
    );
    expect(ended.budget.spentUsd).toBe(turn.usage.costUsd);
  });
});
