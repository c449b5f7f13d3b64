import { afterEach, describe, expect, it } from '@jest/globals';
import { ModelCallFailure } from '../../src/models/gateway/model-call.js';
import { SimulatedRoute } from '../support/models/simulated-route.js';
import type { Called, Seat } from '../support/models/simulated-route.js';
import { anthropic } from '../support/providers/anthropic.js';
import type { Fault } from '../support/providers/core/chaos.js';
import type { SimulatorOptions } from '../support/providers/core/simulator.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { gemini } from '../support/providers/gemini.js';
import { kimi } from '../support/providers/kimi.js';
import { lmStudio } from '../support/providers/lm-studio.js';
import { mistral } from '../support/providers/mistral.js';
import { openAi } from '../support/providers/openai.js';
import { openRouter } from '../support/providers/openrouter.js';

const seats = {
  openai: { provider: 'openai', rules: openAi, model: 'gpt-6.1-sol', others: ['gpt-4.1'] },
  'openai chat': { provider: 'openai', rules: openAi, model: 'gpt-4.1', others: ['gpt-6.1-sol'] },
  anthropic: {
    provider: 'anthropic',
    rules: anthropic,
    kind: 'anthropic',
    model: 'claude-sonnet-5-5',
    others: ['claude-opus-5'],
  },
  deepseek: {
    provider: 'deepseek',
    rules: deepSeek,
    model: 'deepseek-v4-pro',
    others: ['deepseek-flash'],
  },
  moonshot: { provider: 'moonshot', rules: kimi, model: 'kimi-k3' },
  gemini: { provider: 'gemini', rules: gemini, model: 'gemini-3.8-flash' },
  mistral: { provider: 'mistral', rules: mistral, model: 'mistral-large-latest' },
  openrouter: { provider: 'openrouter', rules: openRouter, model: 'openai/gpt-6.1-sol' },
  lmstudio: { provider: 'lmstudio', rules: () => lmStudio(), model: 'qwen/qwen3-coder-30b' },
} satisfies Record<string, Seat>;

type Name = keyof typeof seats;
const names = Object.keys(seats) as Name[];
const opened: SimulatedRoute[] = [];

afterEach(async () => {
  for (const route of opened.splice(0)) await route.close();
});

const text = 'The air scatters blue light more than red. '.repeat(4);

async function open(seat: Seat, options: SimulatorOptions = {}): Promise<SimulatedRoute> {
  const route = await SimulatedRoute.to(seat, { brain: () => ({ text }), ...options });
  opened.push(route);
  return route;
}

function failureOf({ thrown }: Called): ModelCallFailure {
  expect(thrown).toBeInstanceOf(ModelCallFailure);
  return thrown as ModelCallFailure;
}

/** What a client has of the text in the end. */
function shown({ told }: Called): string {
  return told.reduce((sum, piece) => (piece.restart ? '' : sum) + (piece.text ?? ''), '');
}

describe('a rate limit', () => {
  // DeepSeek and LM Studio do not say how long; Kimi says it in whole words only.
  const silent: readonly Name[] = ['deepseek', 'lmstudio'];

  it.each(names)('of %s is waited for as long as the provider wants', async (name) => {
    const route = await open(seats[name]);
    route.simulator.fail({ kind: 'rate-limit', retryMs: 17_000 });
    const waits: unknown[] = [];
    const { answer } = await route.ask({ onWait: (wait) => waits.push(wait) });
    expect(answer).toMatchObject({ text, attemptedRoutes: [] });
    const ms = silent.includes(name) ? 600 : 17_000;
    const about: unknown = expect.closeTo(ms, -2.5);
    const { provider: providerId } = seats[name];
    expect(waits).toEqual([{ providerId, reason: 'limit', ms: about }, null]);
    expect(Math.max(...route.waits)).toBeGreaterThan(ms - 500);
  });

  it('is waited for two minutes at most', async () => {
    const route = await open(seats.openai);
    route.simulator.fail({ kind: 'rate-limit', retryMs: 3_600_000 });
    const { answer } = await route.ask();
    expect(answer?.text).toBe(text);
    expect(Math.max(...route.waits)).toBe(120_000);
  });

  it('without end fails the call after a bounded number of refusals', async () => {
    const route = await open({ ...seats.moonshot });
    const always = Array.from({ length: 40 }, () => ({ kind: 'rate-limit', retryMs: 1 }) as const);
    route.simulator.fail(...always);
    const failure = failureOf(await route.ask());
    expect(failure.message).toMatch(/^all model routes failed: moonshot\/kimi-k3: HTTP 429/);
    expect(route.simulator.limited).toHaveLength(12);
  });
});

describe('trouble before any output', () => {
  const faults: readonly Fault[] = [
    { kind: 'server-error' },
    { kind: 'overloaded' },
    { kind: 'error-in-body' },
    { kind: 'error-in-stream', afterFrames: 0 },
    { kind: 'error-in-stream', afterFrames: 1 },
    { kind: 'empty-stream' },
    { kind: 'unfinished', afterFrames: 0 },
    { kind: 'unfinished', afterFrames: 1 },
    { kind: 'cut', afterFrames: 0 },
    { kind: 'cut', afterFrames: 1 },
  ];

  it.each(names)('at %s passes: the same model is asked again', async (name) => {
    const route = await open(seats[name]);
    for (const fault of faults) {
      route.simulator.fail(fault, fault);
      const before = route.simulator.requests.length;
      const called = await route.ask();
      const { answer } = called;
      const tries = route.simulator.requests.length - before;
      expect({ fault, text: answer?.text, tries }).toEqual({ fault, text, tries: 3 });
      expect(answer).toMatchObject({
        attemptedRoutes: [],
        servedBy: { modelId: seats[name].model },
      });
      expect(shown(called)).toBe(text);
    }
  });

  it.each(names)('at %s in a body of status 200 is told in its words', async (name) => {
    const route = await open({ ...seats[name], others: [] });
    const fault = { kind: 'error-in-body' } as const;
    for (const streamed of [true, false]) {
      route.simulator.fail(fault, fault, fault);
      const failure = failureOf(await route.ask({}, streamed));
      const { provider, model } = seats[name];
      expect(failure.message.toLowerCase()).toMatch(/error|crashed/);
      expect(failure.attemptedRoutes).toEqual([
        expect.stringMatching(new RegExp(`^${provider}/${model}: ${provider}: [A-Z]`)),
      ]);
      expect(failure.message).not.toMatch(/JSON|Type validation|schema/);
    }
  });

  it('that lasts leads to another model of the same provider', async () => {
    const route = await open(seats.deepseek);
    const fault = { kind: 'overloaded' } as const;
    route.simulator.fail(fault, fault, fault);
    const { answer } = await route.ask();
    expect(answer).toMatchObject({ text, servedBy: { modelId: 'deepseek-flash' } });
    expect(answer?.attemptedRoutes).toEqual([
      expect.stringMatching(
        /^deepseek\/deepseek-v4-pro: HTTP 503 from deepseek: Service is too busy/,
      ),
    ]);
  });
});

describe('lines that are no events', () => {
  it.each(names)('of %s are passed over, or asked again where they come first', async (name) => {
    const route = await open(seats[name]);
    for (const afterFrames of [3, 0]) {
      route.simulator.fail({ kind: 'malformed', afterFrames });
      const called = await route.ask();
      expect(called.thrown).toBeNull();
      expect(called.answer).toMatchObject({ text, servedBy: { modelId: seats[name].model } });
      expect(shown(called)).toBe(text);
    }
  });
});

describe('an answer in one piece where a stream was asked for', () => {
  it.each(names)('of %s is an answer all the same', async (name) => {
    const route = await open(seats[name]);
    route.simulator.fail({ kind: 'unstreamed' });
    const called = await route.ask();
    expect(called.answer).toMatchObject({ text, finishReason: 'stop' });
    expect(called.answer?.usage.estimated).toBeUndefined();
    expect(shown(called)).toBe(text);
    expect(route.simulator.requests).toHaveLength(1);
  });
});

describe('an answer that breaks off after its output began', () => {
  it.each(['openai', 'openai chat', 'anthropic', 'deepseek'] as const)(
    'at %s starts anew with another model, and clients are told',
    async (name) => {
      const route = await open(seats[name]);
      const faults = [
        { kind: 'cut', afterFrames: 8 },
        { kind: 'error-in-stream', afterFrames: 8 },
      ] as const;
      for (const fault of faults) {
        route.simulator.fail(fault);
        const called = await route.ask();
        expect(called.answer?.servedBy.modelId).toBe(seats[name].others[0]);
        expect(called.answer?.attemptedRoutes).toHaveLength(1);
        expect(called.told.filter(({ restart }) => restart)).toHaveLength(1);
        expect(called.told[0]?.restart).toBeUndefined();
        expect(shown(called)).toBe(text);
      }
    },
  );

  it.each(names)(
    'at %s without a finish reason fails, and keeps what was written',
    async (name) => {
      const route = await open(seats[name]);
      route.simulator.fail({ kind: 'unfinished', afterFrames: -3 });
      const called = await route.ask();
      const { provider } = seats[name];
      expect(failureOf(called).message).toBe(
        `${provider}: the answer ended without a finish reason; it may be incomplete.`,
      );
      expect(failureOf(called).usage).toMatchObject({ estimated: true });
      expect(failureOf(called).attemptedRoutes).toHaveLength(1);
      expect(text.startsWith(shown(called).slice(0, 40))).toBe(true);
      expect(shown(called)).not.toBe('');
      expect(route.simulator.requests).toHaveLength(1);
    },
  );
});

describe('an answer that its provider ended', () => {
  it.each<[Name, 'filtered' | 'refused', string]>([
    ['openai', 'filtered', "the provider's content filter ended the answer (content_filter)"],
    ['openai', 'refused', 'the model refused to answer (refusal)'],
    ['openai chat', 'filtered', "the provider's content filter ended the answer (content_filter)"],
    ['anthropic', 'refused', 'the model refused to answer (This request could enable harm.)'],
    ['deepseek', 'filtered', "the provider's content filter ended the answer (content_filter)"],
    ['moonshot', 'filtered', "the provider's content filter ended the answer (content_filter)"],
    ['gemini', 'refused', "the provider's content filter ended the answer (content_filter)"],
  ])('%s, %s: fails with the reason, and no other model is asked', async (name, ending, reason) => {
    const said = 'I would rather not say.';
    const route = await open(seats[name], { brain: () => ({ text: said, ending }) });
    for (const streamed of [true, false]) {
      const called = await route.ask({}, streamed);
      expect(failureOf(called).message).toBe(`${seats[name].provider}: ${reason}.`);
      expect(shown(called)).toBe(streamed ? said : '');
      expect(failureOf(called).usage.tokensOut).toBeGreaterThan(0);
    }
    expect(route.simulator.requests).toHaveLength(2);
  });

  it('DeepSeek, out of resources: asks again while nothing was written', async () => {
    let calls = 0;
    const brain = () => {
      calls += 1;
      return calls === 1 ? { reasoning: '', text: '', ending: 'overloaded' as const } : { text };
    };
    const route = await open(seats.deepseek, { brain });
    expect((await route.ask()).answer).toMatchObject({ text, attemptedRoutes: [] });
    expect(calls).toBe(2);
  });

  it('DeepSeek, out of resources in the middle: fails, and keeps what was written', async () => {
    const brain = () => ({ text: 'Half', ending: 'overloaded' as const });
    const route = await open(seats.deepseek, { brain });
    const called = await route.ask();
    expect(failureOf(called).message).toBe(
      'deepseek: the provider broke the answer off (insufficient_system_resource).',
    );
    expect(shown(called)).toBe('Half');
  });
});

describe('a conversation that does not fit', () => {
  const huge = 'word '.repeat(2_200_000);

  it.each<[Name, RegExp]>([
    ['openai', /context window|context_length|exceeds/i],
    ['anthropic', /prompt is too long/],
    ['deepseek', /maximum context length/],
    ['mistral', /too large for model/],
    ['gemini', /exceeds the maximum number of tokens/],
    ['lmstudio', /context|overflow/i],
  ])('%s: fails with what the provider says of it, after one request', async (name, words) => {
    const route = await open({ ...seats[name], others: [] });
    const called = await route.ask({ messages: [{ role: 'user', content: huge }] });
    expect(failureOf(called).message).toMatch(words);
    expect(route.simulator.requests).toHaveLength(1);
  });

  it('LM Studio that says nothing at all: has answered with no text', async () => {
    const rules = () => lmStudio({ overflow: 'empty-stream' });
    const route = await open({ ...seats.lmstudio, rules });
    const called = await route.ask({
      messages: [{ role: 'user', content: huge.slice(0, 400_000) }],
    });
    expect(called.answer).toMatchObject({ text: '', toolCalls: [], finishReason: 'stop' });
    expect(route.simulator.requests).toHaveLength(1);
  });
});

describe('reasoning that a local model writes into its text', () => {
  it.each([true, false])('is reasoning, never text (streamed: %s)', async (streamed) => {
    const rules = () => lmStudio({ thinkTags: true });
    const route = await open({ ...seats.lmstudio, rules });
    const called = await route.ask({}, streamed);
    expect(called.answer?.text).toBe(text);
    expect(called.answer?.reasoning).toContain('Let me look at what was asked');
    const pieces = called.told.map((piece) => piece.text ?? piece.reasoning ?? '').join('');
    expect(pieces).not.toContain('think>');
    if (streamed) expect(shown(called)).toBe(text);
  });

  it('ends with a tool call where it is not closed', async () => {
    const brain = () => ({
      text: '<think>I must look first.',
      toolCalls: [{ name: 'read_file', arguments: '{}' }],
    });
    const route = await open(seats.lmstudio, { brain });
    const called = await route.ask({
      tools: [
        { name: 'read_file', description: '', parameters: { type: 'object', properties: {} } },
      ],
    });
    expect(called.answer).toMatchObject({
      text: '',
      reasoning: 'I must look first.',
      toolCalls: [{ name: 'read_file' }],
    });
    expect(shown(called)).toBe('');
  });
});
