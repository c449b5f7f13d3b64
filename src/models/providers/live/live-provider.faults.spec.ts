import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  aRequest,
  connect,
  dialects,
  failureOf,
  impatient,
  streamed,
} from '#test/support/models/live.js';
import { ScriptedProvider } from '#test/support/scripted-provider/scripted-provider.js';
import type { ScriptedReply } from '#test/support/scripted-provider/scripted-reply.js';

let provider: ScriptedProvider;

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await provider.close();
});

describe.each(dialects)('LiveProvider speaking %s', (kind) => {
  const ask = (reply: ScriptedReply) => {
    provider.reply(reply);
    return connect(provider, kind).complete(streamed());
  };
  const hurried = () => connect(provider, kind, {}, impatient);

  describe('broken streams', () => {
    it('keep what had arrived for the bill when cut off', async () => {
      const fault = { kind: 'cut', afterChunks: 4 } as const;
      const failure = await failureOf(
        ask({ text: ['one ', 'two ', 'three', 'four', 'five'], fault }),
      );
      expect(failure.message).toMatch(/^provider: /);
      expect(failure.partial?.text).toMatch(/^one /);
      // Anthropic counts the input before it answers.
      expect(failure.partial?.counts).toEqual(kind === 'anthropic' ? { tokensIn: 120 } : {});
    });

    it('may be tried again when cut off before the first word', async () => {
      const failure = await failureOf(ask({ text: ['x'], fault: { kind: 'cut', afterChunks: 0 } }));
      expect(failure).toMatchObject({ retryable: true, partial: null });
    });

    it('report what the provider reports', async () => {
      const fault = { kind: 'error', afterChunks: 4 } as const;
      const failure = await failureOf(ask({ text: ['one ', 'two ', 'three', 'four'], fault }));
      expect(failure.message).toBe('provider: the engine stopped');
      expect(failure.partial?.text).toMatch(/^one /);
    });

    it('are abandoned after a silence, with what they said before', async () => {
      const fault = { kind: 'stall', afterChunks: 4 } as const;
      provider.reply({ text: ['one ', 'two ', 'three', 'four'], fault });
      const failure = await failureOf(hurried().complete(streamed()));
      expect(failure.message).toBe('provider: the stream sent nothing for 0.3s and was abandoned.');
      expect(failure).toMatchObject({ retryable: false, isFinal: true });
      expect(failure.partial?.text).toMatch(/^one /);
    });

    it('are abandoned when they never begin', async () => {
      provider.reply({ text: ['x'], fault: { kind: 'stall', afterChunks: 0 } });
      const failure = await failureOf(hurried().complete(streamed()));
      expect(failure.message).toBe('provider: the stream sent nothing for 0.3s and was abandoned.');
      expect(failure).toMatchObject({ retryable: false, partial: null });
    });

    it('are abandoned when the provider does not even answer', async () => {
      provider.route(`POST ${kind === 'anthropic' ? '/messages' : '/chat/completions'}`, {
        silent: true,
      });
      const failure = await failureOf(hurried().complete(streamed()));
      expect(failure.message).toBe('provider: the stream sent nothing for 0.3s and was abandoned.');
    });

    it.each([0, 4])('live by comments alone, behind %d chunks', async (afterChunks) => {
      const text = ['one ', 'two ', 'three', 'four'];
      provider.reply({ text, fault: { kind: 'pause', afterChunks } });
      expect((await hurried().complete(streamed())).text).toBe(text.join(''));
    });

    it('are abandoned when comments are all that ever comes', async () => {
      provider.reply({ text: ['x'], fault: { kind: 'comments', afterChunks: 0 } });
      const bounded = connect(provider, kind, {}, { ...impatient, streamMs: 700 });
      const failure = await failureOf(bounded.complete(streamed()));
      expect(failure).toMatchObject({
        message: 'provider: no answer within 700ms.',
        retryable: false,
      });
    });

    it.each(['comments', 'stall', 'cut', 'error'] as const)(
      'keep an answer that has told its end, whatever comes behind it: %s',
      async (fault) => {
        const afterChunks = kind === 'anthropic' ? 6 : 2;
        provider.reply({ text: ['Whole.'], fault: { kind: fault, afterChunks } });
        expect(await hurried().complete(streamed())).toMatchObject({
          text: 'Whole.',
          finishReason: 'stop',
        });
      },
    );

    it('say that they had no body when nothing came', async () => {
      const failure = await failureOf(ask({ text: ['x'], fault: { kind: 'end', afterChunks: 0 } }));
      expect(failure.message).toBe('provider: streaming response had no body');
    });

    it('fail when they merely end without a last word, with what they said', async () => {
      const fault = { kind: 'end', afterChunks: 4 } as const;
      const failure = await failureOf(ask({ text: ['one ', 'two ', 'three', 'four'], fault }));
      expect(failure.message).toBe(
        'provider: the answer ended without a finish reason; it may be incomplete.',
      );
      expect(failure).toMatchObject({ retryable: false, isFinal: true });
      expect(failure.partial?.text).toMatch(/^one /);
    });

    it('fail when a filter or the model itself ended them', async () => {
      const failure = await failureOf(ask({ text: ['one '], finish: 'content_filter' }));
      expect(failure.message).toBe(
        kind === 'anthropic'
          ? 'provider: the model refused to answer (refusal).'
          : "provider: the provider's content filter ended the answer (content_filter).",
      );
      expect(failure).toMatchObject({ isFinal: true, partial: { text: 'one ' } });
    });
  });

  it('drops the request when cancelled', async () => {
    const controller = new AbortController();
    provider.reply({ text: ['one ', 'two '], fault: { kind: 'stall', afterChunks: 4 } });
    const failure = await failureOf(
      connect(provider, kind).complete(
        streamed({ signal: controller.signal, onDelta: () => controller.abort() }),
      ),
    );
    expect(failure).toMatchObject({ message: 'Cancelled by the operator.', retryable: false });
    expect(failure.partial?.text).toMatch(/^one /);
    await provider.onlyRequest().closed;
  });

  it('gives up on an answer in one piece after its deadline', async () => {
    provider.route(`POST ${kind === 'anthropic' ? '/messages' : '/chat/completions'}`, {
      silent: true,
    });
    const failure = await failureOf(hurried().complete(aRequest()));
    expect(failure.message).toBe('provider: no answer within 300ms.');
    expect(failure.retryable).toBe(true);
  });

  it('says that it cannot connect, and that this may change', async () => {
    const closed = await ScriptedProvider.start();
    const gone = connect(provider, kind, { baseUrl: closed.baseUrl });
    await closed.close();
    const failure = await failureOf(gone.complete(streamed()));
    expect(failure.message).toMatch(/^provider: .*ECONNREFUSED/);
    expect(failure.retryable).toBe(true);
  });
});

describe('LiveProvider', () => {
  const sse = (...events: readonly object[]) => ({
    headers: { 'content-type': 'text/event-stream' },
    body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  });

  it('keeps what a model says when it refuses, and fails the turn', async () => {
    const refusal = { choices: [{ index: 0, delta: { refusal: 'I cannot help with that.' } }] };
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    provider.route('POST /chat/completions', sse(refusal, end));
    const failure = await failureOf(connect(provider, 'openai-compat').complete(streamed()));
    expect(failure.message).toBe('provider: the model refused to answer (refusal).');
    expect(failure.partial?.text).toBe('I cannot help with that.');
  });

  it.each([
    ['invalid_request_error', 'HTTP 400 from provider: Too long.', false],
    ['rate_limit_error', 'HTTP 429 from provider: Too long.', true],
    ['overloaded_error', 'HTTP 529 from provider: Too long.', true],
  ])('reads %s as the first event of a stream', async (type, message, retryable) => {
    provider.route('POST /messages', sse({ type: 'error', error: { type, message: 'Too long.' } }));
    const failure = await failureOf(connect(provider, 'anthropic').complete(streamed()));
    expect(failure).toMatchObject({ message, retryable, partial: null });
  });
});
