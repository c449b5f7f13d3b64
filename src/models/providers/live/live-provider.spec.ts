import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { aRequest, connect, dialects, failureOf, streamed } from '#test/support/models/live.js';
import { ScriptedProvider } from '#test/support/scripted-provider/scripted-provider.js';
import type { ScriptedReply } from '#test/support/scripted-provider/scripted-reply.js';
import type { ProviderRequest } from '../model-provider.js';

let provider: ScriptedProvider;

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await provider.close();
});

describe.each(dialects)('LiveProvider speaking %s', (kind) => {
  const ask = (reply: ScriptedReply, overrides: Partial<ProviderRequest> = {}) => {
    provider.reply(reply);
    return connect(provider, kind).complete(streamed(overrides));
  };

  it('streams text and passes each piece on', async () => {
    const onDelta = jest.fn();
    const answer = await ask({ text: ['Good ', 'morning', '.'] }, { onDelta });
    expect(answer).toEqual({
      text: 'Good morning.',
      reasoning: null,
      toolCalls: [],
      counts: { tokensIn: 120, tokensOut: 30 },
      finishReason: 'stop',
    });
    expect(onDelta.mock.calls.flat()).toEqual(['Good ', 'morning', '.']);
  });

  it('keeps reasoning apart, and counts it', async () => {
    const onReasoning = jest.fn();
    const usage = { tokensIn: 10, tokensOut: 50, reasoningTokens: 40 };
    const answer = await ask(
      { reasoning: ['Hm. ', 'Yes.'], text: ['Yes.'], usage },
      { onReasoning },
    );
    expect(answer).toMatchObject({ text: 'Yes.', reasoning: 'Hm. Yes.', counts: usage });
    expect(onReasoning.mock.calls.flat()).toEqual(['Hm. ', 'Yes.']);
  });

  it('puts tool calls together from their pieces', async () => {
    const toolCalls = [
      { id: 'call_a', name: 'read_file', args: ['{"pa', 'th":', '"a.txt"}'] },
      { id: 'call_b', name: 'think', args: [] },
    ];
    const answer = await ask({ text: ['Looking.'], toolCalls });
    expect(answer).toMatchObject({
      text: 'Looking.',
      finishReason: 'tool_calls',
      toolCalls: [
        { id: 'call_a', name: 'read_file', argumentsJson: '{"path":"a.txt"}' },
        { id: 'call_b', name: 'think', argumentsJson: '{}' },
      ],
    });
  });

  it('says when the output limit was hit', async () => {
    expect((await ask({ text: ['Half'], finish: 'length' })).finishReason).toBe('length');
  });

  it('makes a call without streaming when there is no listener', async () => {
    provider.reply({
      text: ['Whole.'],
      toolCalls: [{ id: 'c', name: 'think', args: ['{"note":1}'] }],
      usage: { tokensIn: 7, tokensOut: 8 },
    });
    expect(await connect(provider, kind).complete(aRequest())).toEqual({
      text: 'Whole.',
      reasoning: null,
      toolCalls: [{ id: 'c', name: 'think', argumentsJson: '{"note":1}' }],
      counts: { tokensIn: 7, tokensOut: 8 },
      finishReason: 'tool_calls',
    });
    expect(provider.onlyRequest().body?.['stream']).not.toBe(true);
  });

  it('sends tools and the whole conversation', async () => {
    await ask(
      { text: ['ok'] },
      {
        maxOutputTokens: 99,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Read it.' },
          {
            role: 'assistant',
            content: '',
            toolCalls: [{ id: 'c1', name: 'read_file', argumentsJson: '{"path":"x"}' }],
          },
          { role: 'tool', content: 'contents of x', toolCallId: 'c1', name: 'read_file' },
        ],
        tools: [{ name: 'read_file', description: 'Reads.', parameters: { type: 'object' } }],
      },
    );
    expect(provider.onlyRequest().body).toMatchObject(
      kind === 'anthropic'
        ? {
            model: 'm-1',
            max_tokens: 99,
            system: [{ type: 'text', text: 'Be brief.' }],
            tools: [{ name: 'read_file', description: 'Reads.', input_schema: { type: 'object' } }],
            messages: [
              { role: 'user', content: [{ type: 'text', text: 'Read it.' }] },
              {
                role: 'assistant',
                content: [{ type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'x' } }],
              },
              {
                role: 'user',
                content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'contents of x' }],
              },
            ],
          }
        : {
            model: 'm-1',
            max_tokens: 99,
            stream: true,
            stream_options: { include_usage: true },
            tool_choice: 'auto',
            tools: [{ type: 'function', function: { name: 'read_file', description: 'Reads.' } }],
            messages: [
              { role: 'system', content: 'Be brief.' },
              { role: 'user', content: 'Read it.' },
              {
                role: 'assistant',
                tool_calls: [
                  {
                    id: 'c1',
                    type: 'function',
                    function: { name: 'read_file', arguments: '{"path":"x"}' },
                  },
                ],
              },
              { role: 'tool', tool_call_id: 'c1', content: 'contents of x' },
            ],
          },
    );
  });

  it('authenticates as the dialect does', async () => {
    await ask({ text: ['ok'] });
    const { headers } = provider.onlyRequest();
    expect(headers).toMatchObject(
      kind === 'anthropic'
        ? { 'x-api-key': 'sk-secret', 'anthropic-version': '2023-06-01' }
        : { authorization: 'Bearer sk-secret' },
    );
    expect(headers['x-extra']).toBe('yes');
  });

  it('survives lines that are no chunks', async () => {
    const fault = { kind: 'malformed', afterChunks: 3 } as const;
    const answer = await ask({ text: ['one ', 'two ', 'three'], fault });
    expect(answer).toMatchObject({ text: 'one two three', finishReason: 'stop' });
  });

  describe('refusals', () => {
    it.each([
      [400, false],
      [401, false],
      [404, false],
      [408, true],
      [409, true],
      [425, true],
      [429, true],
      [500, true],
      [503, true],
    ])(
      'of status %d (retryable: %s) carry the message of the provider',
      async (status, retryable) => {
        const body = { type: 'error', error: { type: 'x', message: 'No,\n thank you.' } };
        const failure = await failureOf(ask({ refusal: { status, body } }));
        const key = [401, 403].includes(status) ? ' (PROVIDER_API_KEY)' : '';
        expect(failure.message).toBe(`HTTP ${status} from provider: No, thank you.${key}`);
        expect(failure).toMatchObject({ retryable, partial: null });
      },
    );

    it('are cut at 300 characters', async () => {
      const failure = await failureOf(ask({ refusal: { status: 400, body: 'x'.repeat(2000) } }));
      expect(failure.message).toBe(`HTTP 400 from provider: ${'x'.repeat(300)}`);
    });

    it('never repeat the key', async () => {
      const body = { error: { message: 'Incorrect API key sk-secret provided' } };
      const failure = await failureOf(ask({ refusal: { status: 401, body } }));
      expect(failure.message).toBe(
        'HTTP 401 from provider: Incorrect API key [key] provided (PROVIDER_API_KEY)',
      );
    });

    it('without a body name the status', async () => {
      const failure = await failureOf(ask({ refusal: { status: 403, body: '' } }));
      expect(failure.message).toBe('HTTP 403 from provider: Forbidden (PROVIDER_API_KEY)');
    });

    it('of an answer in one piece read the same', async () => {
      provider.reply({ refusal: { status: 500, body: { error: { message: 'oops' } } } });
      const failure = await failureOf(connect(provider, kind).complete(aRequest()));
      expect(failure.message).toBe('HTTP 500 from provider: oops');
    });
  });
});

describe('LiveProvider speaking openai-compat', () => {
  it.each([
    ['no usage at all', null, {}],
    ['an empty usage', {}, {}],
    ['half a usage', { tokensOut: 4 }, { tokensOut: 4 }],
    ['honest zeros', { tokensIn: 0, tokensOut: 0 }, { tokensIn: 0, tokensOut: 0 }],
  ])('takes %s for what it is', async (_, usage, counts) => {
    provider.reply({ text: ['x'], usage });
    expect((await connect(provider, 'openai-compat').complete(streamed())).counts).toEqual(counts);
  });

  it('leaves the output limit out unless there is one', async () => {
    await connect(provider, 'openai-compat').complete(streamed());
    expect(provider.onlyRequest().body).not.toHaveProperty('max_tokens');
  });

  it('names the limit as the data says, on a proxy without the Responses API too', async () => {
    const openai = connect(provider, 'openai-compat', { id: 'openai', endpoint: 'chat' });
    await openai.complete(streamed({ model: aModel({ id: 'o3-mini' }), maxOutputTokens: 5 }));
    const deepseek = connect(provider, 'openai-compat', { id: 'deepseek' });
    await deepseek.complete(
      streamed({ model: aModel({ id: 'deepseek-v4-pro' }), maxOutputTokens: 5 }),
    );
    const [first, second] = provider.requests.map(({ body }) => body);
    expect(first).toMatchObject({ max_completion_tokens: 5 });
    expect(first).not.toHaveProperty('max_tokens');
    expect(second).toMatchObject({ max_tokens: 5 });
  });

  it('calls a model by the name its provider knows', async () => {
    const openrouter = connect(provider, 'openai-compat', { id: 'openrouter' });
    await openrouter.complete(streamed({ model: aModel({ id: 'openrouter/author/slug' }) }));
    expect(provider.onlyRequest().body).toMatchObject({ model: 'author/slug' });
  });

  it('follows no redirect, so that the key stays where it belongs', async () => {
    provider.route('POST /chat/completions', {
      status: 307,
      headers: { location: 'http://elsewhere.test/' },
    });
    const failure = await failureOf(connect(provider, 'openai-compat').complete(streamed()));
    expect(failure.message).toMatch(/^provider: .*redirect/);
  });

  it('asks without a key where none is needed', async () => {
    await connect(provider, 'openai-compat', { key: null, keyless: true }).complete(streamed());
    expect(provider.onlyRequest().headers).not.toHaveProperty('authorization');
  });
});

describe('LiveProvider speaking anthropic', () => {
  it("always sends a limit, the model's own where there is no other", async () => {
    await connect(provider, 'anthropic').complete(streamed());
    expect(provider.onlyRequest().body).toMatchObject({ max_tokens: 4096 });
  });
});

describe('embeddings', () => {
  const embed = (data: unknown, inputs = ['a', 'b']) => {
    provider.route('POST /embeddings', { body: { data } });
    return connect(provider, 'openai-compat').embed('e-1', inputs, new AbortController().signal);
  };

  it('come in the order of the texts, whatever order they were sent in', async () => {
    const rows = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ];
    expect(await embed(rows)).toEqual([[1], [2]]);
    expect(provider.onlyRequest().body).toMatchObject({ model: 'e-1', input: ['a', 'b'] });
  });

  it.each([
    ['too few', [{ index: 0, embedding: [1] }]],
    ['too many', [{ embedding: [1] }, { embedding: [1] }, { embedding: [1] }]],
    ['an empty one', [{ embedding: [1] }, { embedding: [] }]],
    [
      'two for one text',
      [
        { index: 0, embedding: [1] },
        { index: 0, embedding: [2] },
      ],
    ],
  ])('are refused when there are %s', async (_, rows) => {
    expect((await failureOf(embed(rows))).message).toMatch(/^provider: the answer held \d usable/);
  });

  it('name the status of a refusal', async () => {
    provider.route('POST /embeddings', { status: 429, body: { error: { message: 'slow down' } } });
    const embedding = connect(provider, 'openai-compat').embed(
      'e',
      ['a'],
      new AbortController().signal,
    );
    expect(await failureOf(embedding)).toMatchObject({
      message: 'HTTP 429 from provider: slow down',
      retryable: true,
    });
  });

  it('are not offered in the anthropic dialect', async () => {
    const embedding = connect(provider, 'anthropic').embed(
      'e',
      ['a'],
      new AbortController().signal,
    );
    expect((await failureOf(embedding)).message).toBe('provider offers no embeddings.');
  });
});
