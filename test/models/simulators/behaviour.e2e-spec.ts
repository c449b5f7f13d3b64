import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, eventsIn } from '../../support/vendors/ask.js';
import { anthropic } from '../../support/vendors/anthropic.js';
import type { Fault } from '../../support/vendors/core/chaos.js';
import { officeBrain } from '../../support/vendors/core/office-brain.js';
import { RateLimiter } from '../../support/vendors/core/rate-limiter.js';
import { VendorSimulator, simulatorKey } from '../../support/vendors/core/simulator.js';
import { countTokens } from '../../support/vendors/core/tokens.js';
import { deepSeek } from '../../support/vendors/deepseek.js';
import { openAi } from '../../support/vendors/openai.js';

const path = '/chat/completions';
const hello = { model: 'gpt-4.1', messages: [{ role: 'user', content: 'Hello.' }] };
const streamed = { ...hello, stream: true };

describe('faults injected by parameter', () => {
  let vendor: VendorSimulator;
  beforeEach(async () => {
    vendor = await VendorSimulator.start(openAi(), { brain: () => ({ text: 'word '.repeat(40) }) });
  });
  afterEach(() => vendor.close());

  it('hits the next completion and none after it', async () => {
    vendor.fail({ kind: 'server-error' }, undefined, { kind: 'overloaded' });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await ask(vendor, path, hello)).status);
    expect(statuses).toEqual([500, 200, 503, 200]);
    expect(vendor.refusals).toEqual([]);
  });

  it.each<[fault: Fault, expected: string]>([
    [{ kind: 'unstreamed' }, '"object":"chat.completion"'],
    [{ kind: 'error-in-body' }, '"code":"server_error"'],
    [{ kind: 'error-in-stream', afterFrames: 2 }, 'event: error'],
    [{ kind: 'malformed', afterFrames: 2 }, 'data: {"half": '],
  ])('$kind comes with status 200', async (fault, expected) => {
    vendor.fail(fault);
    const answer = await ask(vendor, path, streamed);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(expected);
  });

  it('ends without a last word', async () => {
    vendor.fail({ kind: 'unfinished', afterFrames: -2 });
    const { text } = await ask(vendor, path, streamed);
    expect(text).toContain('word');
    expect(text).not.toContain('"finish_reason":"stop"');
    expect(text).not.toContain('[DONE]');
  });

  it('says nothing in a stream', async () => {
    vendor.fail({ kind: 'empty-stream' });
    expect(await ask(vendor, path, streamed)).toMatchObject({ status: 200, text: '' });
  });

  it('cuts the connection', async () => {
    vendor.fail({ kind: 'cut', afterFrames: 3 });
    await expect(ask(vendor, path, streamed)).rejects.toThrow('terminated');
  });

  it('stalls until the client disconnects', async () => {
    vendor.fail({ kind: 'stall', afterFrames: 3 });
    const response = await fetch(`${vendor.baseUrl}${path}`, {
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
    vendor.fail({ kind: 'slow', firstMs: 30, betweenMs: 5 });
    const began = performance.now();
    const events = eventsIn(await ask(vendor, path, streamed));
    expect(performance.now() - began).toBeGreaterThan(30 + 5 * (events.length - 1));
  });
});

describe('what a key may ask for', () => {
  it('is stated in the headers, and excess requests get Retry-After', async () => {
    const limits = { requestsPerMinute: 2, tokensPerMinute: 20_000 };
    const vendor = await VendorSimulator.start(openAi(), { limits, minuteMs: 60_000 });
    const first = await ask(vendor, path, hello);
    expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2');
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1');
    await ask(vendor, path, hello);
    const third = await ask(vendor, path, hello);
    await vendor.close();
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after-ms'))).toBeGreaterThan(25_000);
    expect(third.json).toMatchObject({
      error: {
        message: expect.stringMatching(/on requests per min \(RPM\): Limit 2, Used 2, Requested 1/),
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
    });
    expect(vendor.limited.map(({ rule }) => rule)).toEqual(['rate-limit']);
  });

  it('is told by Anthropic with the moment of the reset', async () => {
    const limits = { requestsPerMinute: 1 };
    const vendor = await VendorSimulator.start(anthropic(), { limits, minuteMs: 1000 });
    const body = { ...hello, model: 'claude-haiku-4-5', max_tokens: 100 };
    await ask(vendor, '/messages', body);
    const { status, headers } = await ask(vendor, '/messages', body);
    await vendor.close();
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
    const vendor = await VendorSimulator.start(anthropic(), { brain: () => ({ text: 'Hello.' }) });
    const sdk = createAnthropic({ baseURL: vendor.baseUrl, apiKey: simulatorKey });
    const { content, finishReason, usage } = await sdk('claude-opus-5-5').doGenerate({ prompt });
    await vendor.close();
    expect(content).toMatchObject([
      { type: 'reasoning', text: '' },
      { type: 'text', text: 'Hello.' },
    ]);
    expect(finishReason).toMatchObject({ unified: 'stop' });
    expect(usage.outputTokens.total).toBe(vendor.served[0]?.usage.output);
  });

  it('read an answer of DeepSeek', async () => {
    const vendor = await VendorSimulator.start(deepSeek(), { brain: () => ({ text: 'Hello.' }) });
    const sdk = createOpenAICompatible({
      name: 'deepseek',
      baseURL: vendor.baseUrl,
      apiKey: simulatorKey,
    });
    const { content, usage } = await sdk('deepseek-flash').doGenerate({ prompt });
    await vendor.close();
    expect(content).toMatchObject([{ type: 'reasoning' }, { type: 'text', text: 'Hello.' }]);
    expect(usage.inputTokens.total).toBe(vendor.served[0]?.usage.input);
  });
});

describe('officeBrain', () => {
  it('plays the employee a request is for', () => {
    const messages = [
      { role: 'system' as const, text: 'You are Ada.' },
      { role: 'user' as const, text: 'What do you think of a todo list?' },
    ];
    const reply = officeBrain({ vendor: 'openai', model: 'gpt-4.1', messages, toolNames: [] });
    expect(reply.text?.length).toBeGreaterThan(10);
    expect(reply.toolCalls).toBeUndefined();
  });
});
