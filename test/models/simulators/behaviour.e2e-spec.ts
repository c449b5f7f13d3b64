import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, eventsIn } from '../../support/providers/ask.js';
import { anthropic } from '../../support/providers/anthropic.js';
import type { Fault } from '../../support/providers/core/chaos.js';
import { officeBrain } from '../../support/providers/core/office-brain.js';
import { RateLimiter } from '../../support/providers/core/rate-limiter.js';
import { ProviderSimulator, simulatorKey } from '../../support/providers/core/simulator.js';
import { countTokens } from '../../support/providers/core/tokens.js';
import { deepSeek } from '../../support/providers/deepseek.js';
import { openAi } from '../../support/providers/openai.js';

const path = '/chat/completions';
const hello = { model: 'gpt-4.1', messages: [{ role: 'user', content: 'Hello.' }] };
const streamed = { ...hello, stream: true };

describe('faults injected by parameter', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(openAi(), {
      brain: () => ({ text: 'word '.repeat(40) }),
    });
  });
  afterEach(() => provider.close());

  it('hits the next completion and none after it', async () => {
    provider.fail({ kind: 'server-error' }, undefined, { kind: 'overloaded' });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await ask(provider, path, hello)).status);
    expect(statuses).toEqual([500, 200, 503, 200]);
    expect(provider.refusals).toEqual([]);
  });

  it.each<[fault: Fault, expected: string]>([
    [{ kind: 'unstreamed' }, '"object":"chat.completion"'],
    [{ kind: 'error-in-body' }, '"code":"server_error"'],
    [{ kind: 'error-in-stream', afterFrames: 2 }, 'event: error'],
    [{ kind: 'malformed', afterFrames: 2 }, 'data: {"half": '],
  ])('$kind comes with status 200', async (fault, expected) => {
    provider.fail(fault);
    const answer = await ask(provider, path, streamed);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(expected);
  });

  it('ends without a last word', async () => {
    provider.fail({ kind: 'unfinished', afterFrames: -2 });
    const { text } = await ask(provider, path, streamed);
    expect(text).toContain('word');
    expect(text).not.toContain('"finish_reason":"stop"');
    expect(text).not.toContain('[DONE]');
  });

  it('says nothing in a stream', async () => {
    provider.fail({ kind: 'empty-stream' });
    expect(await ask(provider, path, streamed)).toMatchObject({ status: 200, text: '' });
  });

  it('cuts the connection', async () => {
    provider.fail({ kind: 'cut', afterFrames: 3 });
    await expect(ask(provider, path, streamed)).rejects.toThrow('terminated');
  });

  it('stalls until the client disconnects', async () => {
    provider.fail({ kind: 'stall', afterFrames: 3 });
    const response = await fetch(`${provider.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulatorKey}` },
      body: JSON.stringify(streamed),
    });
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('chat.completion.chunk');
    await reader?.cancel();
  });

  it('comes slowly', async () => {
    provider.fail({ kind: 'slow', firstMs: 30, betweenMs: 5 });
    const began = performance.now();
    const events = eventsIn(await ask(provider, path, streamed));
    expect(performance.now() - began).toBeGreaterThan(30 + 5 * (events.length - 1));
  });
});

describe('what a key may ask for', () => {
  it('is stated in the headers, and excess requests get Retry-After', async () => {
    const limits = { requestsPerMinute: 2, tokensPerMinute: 20_000 };
    const provider = await ProviderSimulator.start(openAi(), { limits, minuteMs: 60_000 });
    const first = await ask(provider, path, hello);
    expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2');
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1');
    await ask(provider, path, hello);
    const third = await ask(provider, path, hello);
    await provider.close();
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after-ms'))).toBeGreaterThan(25_000);
    expect(third.json).toMatchObject({
      error: {
        message: expect.stringMatching(/on requests per min \(RPM\): Limit 2, Used 2, Requested 1/),
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
    });
    expect(provider.limited.map(({ rule }) => rule)).toEqual(['rate-limit']);
  });

  it('is told by Anthropic with the moment of the reset', async () => {
    const limits = { requestsPerMinute: 1 };
    const provider = await ProviderSimulator.start(anthropic(), { limits, minuteMs: 1000 });
    const body = { ...hello, model: 'claude-haiku-4-5', max_tokens: 100 };
    await ask(provider, '/messages', body);
    const { status, headers } = await ask(provider, '/messages', body);
    await provider.close();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(1);
    const reset = Date.parse(headers.get('anthropic-ratelimit-requests-reset') ?? '');
    expect(Math.abs(reset - Date.now())).toBeLessThan(5000);
  });

  it('grows again as the minute passes', () => {
    const limiter = new RateLimiter({ requestsPerMinute: 3, tokensPerMinute: 1000 }, 600);
    expect(limiter.take(900, 1000)).toBeNull();
    expect(limiter.take(200, 1000)).toMatchObject({ by: 'tokens', retryMs: 60, asked: 200 });
    expect(limiter.take(200, 1060)).toBeNull();
    expect(limiter.take(1, 1061)).toBeNull();
    expect(limiter.take(1, 1061)).toMatchObject({ by: 'requests' });
    expect(limiter.take(1, 1261)).toBeNull();
  });

  it('holds a request that is larger than the limit until the bucket is full', () => {
    const limiter = new RateLimiter({ tokensPerMinute: 1000 }, 1000);
    expect(limiter.take(5000, 1000)).toBeNull();
    expect(limiter.take(5000, 1500)).toMatchObject({ by: 'tokens', retryMs: 500 });
    expect(limiter.take(5000, 2000)).toBeNull();
  });
});

describe('countTokens', () => {
  it.each([
    ['', 0],
    ['Read the file src/main.ts, then answer.', 12],
    ['字字字字', 4],
    ['1234567', 3],
  ])('of %j is %i', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it('counts base64 as more than half of its characters', () => {
    const text = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 167) % 251)).toString(
      'base64',
    );
    expect(countTokens(text)).toBeGreaterThan(text.length / 2);
  });
});

describe('real clients', () => {
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello.' }] }];

  it('read a streamed answer of Anthropic', async () => {
    const provider = await ProviderSimulator.start(anthropic(), {
      brain: () => ({ text: 'Hello.' }),
    });
    const sdk = createAnthropic({ baseURL: provider.baseUrl, apiKey: simulatorKey });
    const { content, finishReason, usage } = await sdk('claude-opus-5-5').doGenerate({ prompt });
    await provider.close();
    expect(content).toMatchObject([
      { type: 'reasoning', text: '' },
      { type: 'text', text: 'Hello.' },
    ]);
    expect(finishReason).toMatchObject({ unified: 'stop' });
    expect(usage.outputTokens.total).toBe(provider.served[0]?.usage.output);
  });

  it('read an answer of DeepSeek', async () => {
    const provider = await ProviderSimulator.start(deepSeek(), {
      brain: () => ({ text: 'Hello.' }),
    });
    const sdk = createOpenAICompatible({
      name: 'deepseek',
      baseURL: provider.baseUrl,
      apiKey: simulatorKey,
    });
    const { content, usage } = await sdk('deepseek-flash').doGenerate({ prompt });
    await provider.close();
    expect(content).toMatchObject([{ type: 'reasoning' }, { type: 'text', text: 'Hello.' }]);
    expect(usage.inputTokens.total).toBe(provider.served[0]?.usage.input);
  });
});

describe('officeBrain', () => {
  it('plays the employee a request is for', () => {
    const messages = [
      { role: 'system' as const, text: 'You are Ada.' },
      { role: 'user' as const, text: 'What do you think of a todo list?' },
    ];
    const reply = officeBrain({ provider: 'openai', model: 'gpt-4.1', messages, toolNames: [] });
    expect(reply.text?.length).toBeGreaterThan(10);
    expect(reply.toolCalls).toBeUndefined();
  });
});
