import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { aModel } from '#test/support/models/a-model.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { exampleBriefs } from '#protocol/example-briefs.js';
import { stageKinds } from '#protocol/records/enums.js';
import type { ModelMessage, ToolSchema } from '../../gateway/model-call.js';
import { ProviderFailure } from '../model-provider.js';
import type { ProviderRequest } from '../model-provider.js';
import { conversationMark } from './simulated-turn.js';
import { MockProvider } from './mock-provider.js';

const instant: OfficeConfig['mock'] = {
  latencyMs: 0,
  tokensPerSecond: null,
  errorRate: 0,
  seed: 1,
};

const tool = (name: string): ToolSchema => ({ name, description: '', parameters: {} });

function request(overrides: Partial<ProviderRequest> = {}): ProviderRequest {
  return {
    model: aModel(),
    messages: [],
    tools: [],
    signal: new AbortController().signal,
    attempt: 1,
    ...overrides,
  };
}

function stagePrompt(kind: string, brief = 'Build a todo list for two people.'): ModelMessage[] {
  return [
    { role: 'system', content: 'You are Ada, engineer.' },
    { role: 'user', content: `## Brief\n\n${brief}\n\nStage: **Some stage** (${kind}, single)` },
  ];
}

const provider = new MockProvider('openai', instant);

async function say(messages: ModelMessage[], tools: ToolSchema[] = []): Promise<string> {
  return (await provider.complete(request({ messages, tools }))).text;
}

/** Words that make `readVerdict` count an objection. */
const objections =
  /objection|must fix|must be fixed|must be addressed|blocking|blocks release|reject|not acceptable|does not work|doesn't work|changes required|request changes|❌/i;

describe('MockProvider', () => {
  it.each(stageKinds)('has something to say in a stage of kind %s', async (kind) => {
    const text = await say(stagePrompt(kind));
    expect(text.length).toBeGreaterThan(150);
    expect(await say(stagePrompt(kind))).toBe(text);
  });

  it('ends an intake with tags from the brief', async () => {
    const text = await say(stagePrompt('intake', 'Write an API with tests and a page.'));
    expect(text).toContain('Write an API with tests and a page.');
    expect(text.split('\n').at(-1)).toBe('TAGS: frontend, api, test');
    expect(await say(stagePrompt('intake', 'Something else'))).toMatch(/TAGS: feature, general$/);
  });

  it('uses the tool a brief names before it does what its stage asks for', async () => {
    const messages = stagePrompt('build', 'Use count_words {"text": "a b"} on it.');
    const tools = [tool('count_words'), tool('write_file')];
    const calls = [];
    for (let step = 0; step < 3; step += 1) {
      const answer = await provider.complete(request({ messages, tools }));
      calls.push(...answer.toolCalls.map(({ name }) => name));
      messages.push({ role: 'tool', content: 'done' });
    }
    expect(calls).toEqual(['count_words', 'write_file']);
  });

  it('takes no tags from the instructions of the stage, which name them all', async () => {
    const brief = 'Write an API.\n\nChoose out of: ui, api, data, docs, refactor, security.';
    expect(await say(stagePrompt('intake', brief))).toMatch(/TAGS: api$/);
  });

  it('writes one file in a build stage, then says so', async () => {
    const messages = stagePrompt('build');
    const tools = [tool('read_file'), tool('write_file')];
    const first = await provider.complete(request({ messages, tools }));
    expect(first).toMatchObject({ text: '', finishReason: 'tool_calls' });
    const [call] = first.toolCalls;
    expect(call).toMatchObject({ id: 'call_mock_write_1', name: 'write_file' });
    const { path, content } = JSON.parse(call?.argumentsJson ?? '') as Record<string, string>;
    expect(path).toBe('src/build-a-todo-list-for-two-people.ts');
    expect(content).toContain('export function buildATodoListForTwoPeopleWork(');

    const after: ModelMessage[] = [
      ...messages,
      { role: 'assistant', content: '', toolCalls: first.toolCalls },
      { role: 'tool', content: 'Wrote it.', toolCallId: 'call_mock_write_1', name: 'write_file' },
    ];
    const second = await provider.complete(request({ messages: after, tools }));
    expect(second).toMatchObject({ toolCalls: [], finishReason: 'stop' });
    expect(second.text).toContain(path);
  });

  it('answers a question on a floor with files without saying that it built them', async () => {
    const fenced = (source: string, text: string): string =>
      `<untrusted-content source=${source}>\n${text}\n</untrusted-content>`;
    const names = fenced('repository', 'src/old.ts');
    const whole = fenced('files', '## src/old.ts\n\n# A heading\n\nSee src/old.ts');
    const found = `${names}\n\n${whole}`;
    const question = await say(stagePrompt('report', `Which database?\n\n${found}`));
    expect(question).toContain('# Answer');
    expect(question).not.toContain('src/old.ts');
    const built = await say(stagePrompt('report', `Build it.\n\n${found}\n\nWrote src/new.ts`));
    expect(built).toContain('- `src/new.ts`');
    expect(built).not.toContain('src/old.ts');
  });

  it('proposes a change in words when it may not write', async () => {
    expect(await say(stagePrompt('build'))).toContain('Nothing was written');
  });

  it('looks at a file before it verifies', async () => {
    const messages = stagePrompt('test', 'Check this.\n\nFiles:\n- `src/check-this.ts`');
    const looking = await provider.complete(request({ messages, tools: [tool('read_file')] }));
    expect(looking.toolCalls).toEqual([
      { id: 'call_mock_read_1', name: 'read_file', argumentsJson: '{"path":"src/check-this.ts"}' },
    ]);
    const listing = await provider.complete(
      request({ messages: stagePrompt('test'), tools: [tool('list_dir')] }),
    );
    expect(listing.toolCalls[0]).toMatchObject({ name: 'list_dir' });
    expect(await say(messages)).toContain('not looked at');
  });

  it('reports the objective, what was built and what is untested', async () => {
    const brief = 'Make a clock.\n\nFiles so far:\n- `src/make-a-clock.ts`';
    const text = await say(stagePrompt('report', brief));
    for (const part of [
      '# Report',
      '## Objective',
      'Make a clock.',
      '`src/make-a-clock.ts`',
      '## What is untested',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('answers a question where no file was written', async () => {
    expect(await say(stagePrompt('report', 'Why is the sky blue?'))).toMatch(/^# Answer/);
  });

  it('never objects in a review, whatever the brief says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.constantFrom('Reject blocking requests', 'It does not work ❌')),
        async (brief) => {
          expect(await say(stagePrompt('review', brief))).not.toMatch(objections);
        },
      ),
    );
  });

  it('converses outside a stage, and drafts the brief when asked', async () => {
    const system: ModelMessage = { role: 'system', content: `You plan. ${conversationMark}` };
    const request: ModelMessage = { role: 'user', content: 'We need a report of sales by region' };
    expect(await say([system, request])).toMatch(/sales by region[\s\S]*finished\?/);
    const draft = await say([
      system,
      request,
      { role: 'assistant', content: 'Two questions.' },
      { role: 'user', content: 'Please write the brief.' },
    ]);
    expect(draft).toContain('sales by region');
    expect(draft.match(/^- /gm)).toHaveLength(3);
  });

  it('speaks with another voice for another speaker', async () => {
    const voices = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil'].map((name) => [
      { role: 'system' as const, content: `You are ${name}.` },
      ...stagePrompt('debate').slice(1),
    ]);
    const texts = await Promise.all(voices.map((messages) => say(messages)));
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  it('reasons aloud as a reasoning model', async () => {
    const { capabilities } = aModel();
    const model = aModel({ capabilities: { ...capabilities, reasoning: true } });
    const onReasoning = jest.fn();
    const answer = await provider.complete(
      request({ model, messages: stagePrompt('plan'), onReasoning }),
    );
    expect(onReasoning).toHaveBeenCalledWith(answer.reasoning);
  });

  it('gives no counts, so that they are estimated', async () => {
    const { counts } = await provider.complete(request({ messages: stagePrompt('plan') }));
    expect(counts).toEqual({});
  });

  describe('streaming', () => {
    it('passes the whole text on, in pieces', async () => {
      const pieces: string[] = [];
      const { text } = await provider.complete(
        request({ messages: stagePrompt('report'), onDelta: (piece) => pieces.push(piece) }),
      );
      expect(pieces.join('')).toBe(text);
    });

    it('takes small pieces and a moment by default', async () => {
      const natural = new MockProvider('openai', { ...instant, latencyMs: null });
      const pieces: string[] = [];
      await natural.complete(
        request({ messages: stagePrompt('review'), onDelta: (piece) => pieces.push(piece) }),
      );
      expect(Math.max(...pieces.map((piece) => piece.length))).toBe(12);
    });

    it('waits for nothing when no latency is asked for', async () => {
      const settled = jest.fn();
      void say(stagePrompt('report')).then(settled);
      await new Promise(setImmediate);
      expect(settled).toHaveBeenCalled();
    });

    it('keeps a configured pace where an example is watched', async () => {
      const settled = jest.fn();
      const messages = stagePrompt('report', exampleBriefs[0]?.brief);
      void provider.complete(request({ messages, paced: true })).then(settled);
      await new Promise(setImmediate);
      expect(settled).toHaveBeenCalled();
    });

    it('stops when cancelled, with what had been said', async () => {
      const controller = new AbortController();
      const slow = new MockProvider('openai', { ...instant, latencyMs: null });
      const said: string[] = [];
      const thrown: unknown = await slow
        .complete(
          request({
            messages: stagePrompt('report'),
            signal: controller.signal,
            onDelta: (piece) => {
              said.push(piece);
              if (said.length === 3) controller.abort();
            },
          }),
        )
        .catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(ProviderFailure);
      expect((thrown as ProviderFailure).partial?.text).toBe(said.join(''));
      expect(said).toHaveLength(3);
    });

    it('has nothing to charge when cancelled before the first word', async () => {
      const call = provider.complete(
        request({ messages: stagePrompt('report'), signal: AbortSignal.abort() }),
      );
      await expect(call).rejects.toMatchObject({ partial: null });
    });
  });

  describe('failures', () => {
    const failing = (errorRate: number, seed = 1) =>
      new MockProvider('openai', { ...instant, errorRate, seed });
    const outcomes = async (mock: MockProvider): Promise<boolean[]> =>
      Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          mock.complete(request({ messages: stagePrompt('plan', `Brief number ${i}`) })).then(
            () => true,
            () => false,
          ),
        ),
      );

    it('come at about the rate asked for, and the same ones every time', async () => {
      const first = await outcomes(failing(0.25));
      const failures = first.filter((ok) => !ok).length;
      expect(failures).toBeGreaterThan(25);
      expect(failures).toBeLessThan(75);
      expect(await outcomes(failing(0.25))).toEqual(first);
      expect(await outcomes(failing(0.25, 2))).not.toEqual(first);
    });

    it('are worth another try', async () => {
      const call = failing(1).complete(request({ messages: stagePrompt('plan') }));
      await expect(call).rejects.toMatchObject({
        retryable: true,
        message: 'HTTP 503 from openai: simulated failure (OFFICE_MOCK_ERROR_RATE)',
      });
    });
  });

  describe('embed', () => {
    it('gives unit vectors as wide as the model says', async () => {
      const [vector] = await provider.embed('mock-768', ['hello world']);
      expect(vector).toHaveLength(768);
      expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1);
      expect((await provider.embed('mock', ['']))[0]).toHaveLength(64);
    });

    it('puts texts that share words closer together', async () => {
      const [a = [], b = [], c = []] = await provider.embed('mock-768', [
        'the database needs an index',
        'an index for the database',
        'paint it blue',
      ]);
      const dot = (x: number[], y: number[]) => x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0);
      expect(dot(a, b)).toBeGreaterThan(dot(a, c));
    });
  });
});
