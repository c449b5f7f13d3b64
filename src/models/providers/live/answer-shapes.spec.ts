import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { aRequest, connect, failureOf, streamed } from '#test/support/models/live.js';
import { chatCounts } from '#test/support/models/shapes/chat-counts.js';
import { chatDialects } from '#test/support/models/shapes/chat-dialects.js';
import { chatShapes } from '#test/support/models/shapes/chat-shapes.js';
import { messagesShapes } from '#test/support/models/shapes/messages-shapes.js';
import { responsesShapes } from '#test/support/models/shapes/responses-shapes.js';
import { events, type Shape } from '#test/support/models/shapes/shape.js';
import { ScriptedProvider } from '#test/support/scripted-provider/scripted-provider.js';
import type { LiveProvider } from './live-provider.js';

let provider: ScriptedProvider;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
afterAll(() => provider.close());

const dialects = [
  [
    'chat completions',
    'chat',
    [...chatShapes, ...chatDialects, ...chatCounts],
    '/chat/completions',
  ],
  ['messages', 'messages', messagesShapes, '/messages'],
  ['responses', 'responses', responsesShapes, '/responses'],
] as const;

type Endpoint = (typeof dialects)[number][1];

function providerOf(endpoint: Endpoint): LiveProvider {
  if (endpoint === 'messages') return connect(provider, 'anthropic');
  const chosen = endpoint === 'responses' ? ({ endpoint } as const) : {};
  return connect(provider, 'openai-compat', chosen);
}

describe.each(dialects)('an answer in %s', (_, endpoint, shapes, path) => {
  it.each(shapes.map((shape): [string, Shape] => [shape.name, shape]))(
    'is read: %s',
    async (_name, { body, type = 'text/event-stream', whole, answer }) => {
      provider.route(`POST ${path}`, { body, headers: { 'content-type': type } });
      provider.requests.length = 0;
      const request = whole ? aRequest() : streamed();
      expect(await providerOf(endpoint).complete(request)).toMatchObject(answer);
      expect(provider.requests).toHaveLength(1);
    },
  );

  it.each([
    [
      'a web page',
      '<!DOCTYPE html><title>Sign in</title>',
      'provider: a web page came in place of an answer ("Sign in")',
    ],
    [
      'JSON of another kind',
      '{"status":"fine"}',
      'provider: what came could not be read as an answer.',
    ],
    ['an error as a text', '{"error":"no capacity"}', 'provider: no capacity'],
    [
      'a list of errors',
      '{"success":false,"errors":[{"code":10000,"message":"No route."}]}',
      'provider: No route.',
    ],
  ])('that is %s is told as such', async (_name, body, message) => {
    provider.route(`POST ${path}`, { body, headers: { 'content-type': 'application/json' } });
    for (const request of [aRequest(), streamed()]) {
      expect((await failureOf(providerOf(endpoint).complete(request))).message).toBe(message);
    }
  });

  it('is no page where a proxy refuses with one', async () => {
    const body = '<html><head><title>502 Bad Gateway</title></head></html>';
    provider.route(`POST ${path}`, { status: 502, body, headers: { 'content-type': 'text/html' } });
    expect(await failureOf(providerOf(endpoint).complete(streamed()))).toMatchObject({
      message: 'HTTP 502 from provider: a web page came in place of an answer ("502 Bad Gateway")',
      retryable: true,
    });
  });
});

describe('a call without index and id', () => {
  it('that is sent twice runs once', async () => {
    const call = { function: { name: 'think', arguments: '{"note":1}' } };
    const choice = { delta: { tool_calls: [call, call] }, finish_reason: 'tool_calls' };
    provider.route('POST /chat/completions', { body: events({ choices: [choice] }) });
    const { toolCalls } = await connect(provider, 'openai-compat').complete(streamed());
    expect(toolCalls.map(({ argumentsJson }) => argumentsJson)).toEqual(['{"note":1}']);
  });
});

describe('an answer of Gemini', () => {
  it('counts thoughts that stand in the total alone as output', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1450 };
    const choice = { delta: { content: 'Hello.' }, finish_reason: 'stop' };
    provider.route('POST /chat/completions', { body: events({ choices: [choice], usage }) });
    const model = aModel({ id: 'google/gemini-9-pro' });
    const answer = await connect(provider, 'openai-compat').complete(streamed({ model }));
    expect(answer.counts).toEqual({ tokensIn: 1000, tokensOut: 450, reasoningTokens: 400 });
  });
});
