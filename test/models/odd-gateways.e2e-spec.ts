import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { carryOut, offerPipeline, toolResultsIn } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { events } from '../support/models/shapes/shape.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  office = await startLiveOffice(provider, { OPENROUTER_API_KEY: 'k' });
  socket = await office.client.connect();
});
beforeEach(() => {
  provider.requests.length = 0;
});
afterAll(async () => {
  await office.close();
  await provider.close();
});

/** An answer as it is sent. */
function sent(body: string, type = 'text/event-stream'): ScriptedReply {
  return { refusal: { status: 200, headers: { 'content-type': type }, body } };
}

const text = { choices: [{ delta: { content: 'It is done.' }, finish_reason: null }] };
const stop = { choices: [{ delta: {}, finish_reason: 'stop' }] };
const ended = (...behind: readonly (object | string)[]): string => events(text, stop, ...behind);

/** One stage whose employee is answered with the same at every call. */
async function runOn(reply: ScriptedReply, budgetUsd = 5): Promise<RunDetail> {
  provider.respondWith(() => reply);
  return carryOut(office, socket, { pipelineId: offerPipeline(office, {}), budgetUsd });
}

describe('a run behind a gateway with habits of its own', () => {
  const usage = { prompt_tokens: 900, completion_tokens: 5, cost: 0.002 };
  it.each<[string, string, string]>([
    ['counts without choices', ended({ usage }), 'text/event-stream'],
    [
      'null choices and an error of null',
      ended({ choices: null, error: null, usage }),
      'text/event-stream',
    ],
    ['what is no JSON behind the end', ended({ usage }, 'odd', '[done]'), 'text/event-stream'],
    [
      'an error behind the end',
      ended({ usage }, { error: { message: 'late', code: 500 } }),
      'text/event-stream',
    ],
    ['the label of JSON', ended({ choices: [], usage }), 'application/json'],
    [
      'a last event without a blank line',
      ended({ choices: [], usage }).trimEnd(),
      'text/event-stream',
    ],
  ])('keeps its answer, asked for once: %s', async (_name, body, type) => {
    const run = await runOn(sent(body, type));
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(run.turns[0]).toMatchObject({ text: 'It is done.' });
    expect(run.turns[0]?.usage).toMatchObject({ tokensIn: 900, tokensOut: 5, costUsd: 0.002 });
    expect(run.turns[0]?.usage.estimated).toBeUndefined();
    expect(provider.requests).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['sizes of machine words', { prompt_tokens: 4294967295, completion_tokens: 4294967295 }],
    ['floats beyond sums', { prompt_tokens: 1e308, completion_tokens: 1e308, cost: 1e308 }],
    ['negative counts', { prompt_tokens: -1, completion_tokens: -9, cost: -1 }],
    ['a bill of a billion', { prompt_tokens: 900, completion_tokens: 5, cost: 1e9 }],
    ['words', { prompt_tokens: 'NaN', completion_tokens: 'Infinity', cost: 'much' }],
    ['nothing', {}],
  ])('books an estimate where the provider counts %s', async (_name, counted) => {
    const run = await runOn(sent(ended({ choices: [], usage: counted })));
    expect(run.status).toBe('done');
    const { usage: booked } = run.turns[0] ?? {};
    expect(booked?.estimated).toBe(true);
    expect(booked?.costUsd).toBeGreaterThan(0);
    expect(booked?.costUsd).toBeLessThan(1);
    expect(booked?.tokensIn).toBeLessThan(50_000);
    const { text: metrics } = await office.client.get('/metrics');
    expect(metrics).not.toMatch(/ (?:[+-]?Inf|NaN|-\d)/);
  });

  it('asks once for what cannot be read, and books it as an estimate', async () => {
    const run = await runOn(sent(events({ foo: 1 }, { foo: 2 })));
    const [turn] = run.turns;
    expect(turn?.status).toBe('failed');
    expect(turn?.error).toContain('what came could not be read as an answer.');
    expect(turn?.usage.estimated).toBe(true);
    expect(turn?.usage.costUsd).toBeGreaterThan(0);
    const models = provider.requests.map(({ body }) => body?.['model']);
    expect(new Set(models).size).toBe(models.length);
  });

  it('reports a web page as such, and books no cost', async () => {
    const run = await runOn(sent('<html><h1>Maintenance</h1></html>', 'text/html'));
    expect(run.turns[0]?.error).toContain('a web page came in place of an answer ("Maintenance")');
    expect(run.turns[0]?.usage.costUsd).toBe(0);
  });

  it('runs a call that is sent twice once, and two equal calls twice', async () => {
    const call = (id: string) => ({
      index: 0,
      id,
      function: { name: 'list_dir', arguments: '{"path":"."}' },
    });
    const asked = (...ids: readonly string[]): string =>
      events(...ids.map((id) => ({ choices: [{ delta: { tool_calls: [call(id)] } }] })), {
        choices: [{ delta: {}, finish_reason: 'tool_calls' }],
      });
    const answering =
      (...ids: readonly string[]) =>
      async (): Promise<number | undefined> => {
        provider.respondWith((request) =>
          toolResultsIn(request).length > 0 ? { text: ['Done.'] } : sent(asked(...ids)),
        );
        const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
        return run.turns[0]?.toolCalls.length;
      };
    expect(await answering('a', 'a')()).toBe(1);
    expect(await answering('a', 'b')()).toBe(2);
  });
});
