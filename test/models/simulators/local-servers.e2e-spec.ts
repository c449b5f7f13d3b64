import { describe, expect, it } from '@jest/globals';
import { ask, chatTool, eventsIn, list } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { ProviderRules } from '../../support/providers/core/provider-rules.js';
import { lmStudio } from '../../support/providers/lm-studio.js';
import { ollama } from '../../support/providers/ollama.js';

const path = '/chat/completions';
const messages = [{ role: 'user', content: 'Hello.' }];
const long = [{ role: 'user', content: '字'.repeat(40_000) }];
const model = 'qwen/qwen3-coder-30b';

async function simulated(
  provider: ProviderRules,
  test: (simulator: ProviderSimulator) => Promise<void>,
): Promise<void> {
  const simulator = await ProviderSimulator.start(provider);
  try {
    await test(simulator);
  } finally {
    await simulator.close();
  }
}

describe('the simulated LM Studio', () => {
  it('serves without a key, its embedding models in the same list', () =>
    simulated(lmStudio(), async (provider) => {
      const answer = await ask(provider, path, { model, messages }, { authorization: null });
      expect(answer.status).toBe(200);
      const { json } = await list(provider);
      const ids = (json['data'] as { id: string }[]).map(({ id }) => id);
      expect(ids).toContain('text-embedding-nomic-embed-text-v1.5');
      expect(provider.refusals).toEqual([]);
    }));

  it('refuses the connection when it does not run', async () => {
    const provider = await ProviderSimulator.start(lmStudio());
    await provider.close();
    await expect(fetch(`${provider.baseUrl}/models`)).rejects.toThrow('fetch failed');
  });

  it('refuses a model it has not', () =>
    simulated(lmStudio(), async (provider) => {
      const answer = await ask(provider, path, { model: 'o4-mini', messages });
      expect(answer).toMatchObject({
        status: 400,
        json: {
          error: {
            message: expect.stringContaining('Invalid model identifier "o4-mini".'),
            code: 'model_not_found',
          },
        },
      });
    }));

  it('refuses a prompt that is longer than the context it was loaded with', () =>
    simulated(lmStudio(), async (provider) => {
      const answer = await ask(provider, path, { model, messages: long });
      expect(answer).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining('context length of only 32768 tokens') },
      });
    }));

  it('or answers it with nothing at all', () =>
    simulated(lmStudio({ overflow: 'empty-stream' }), async (provider) => {
      const answer = await ask(provider, path, { model, messages: long, stream: true });
      expect(answer.status).toBe(200);
      const deltas = eventsIn(answer).flatMap(({ choices }) => choices as { delta: object }[]);
      expect(JSON.stringify(deltas)).not.toContain('Understood');
    }));

  it('answers unknown paths with 200 and an error', () =>
    simulated(lmStudio(), async (provider) => {
      const answer = await ask(provider, '/nothing', {});
      expect(answer).toMatchObject({
        status: 200,
        json: { error: 'Unexpected endpoint or method. (POST /v1/nothing)' },
      });
    }));

  it('writes what it thinks into the text, if its model does', () =>
    simulated(lmStudio({ thinkTags: true }), async (provider) => {
      provider.answerWith(() => ({ text: 'Hello.', reasoning: 'Hm.' }));
      const { json } = await ask(provider, path, { model, messages });
      expect(json).toMatchObject({
        choices: [{ message: { content: '<think>\nHm.\n</think>\n\nHello.' } }],
      });
    }));
});

describe('the simulated Ollama', () => {
  it('refuses tools for a model whose template has none', () =>
    simulated(ollama(), async (provider) => {
      const body = { model: 'gemma3:4b', messages, tools: [chatTool('read')] };
      const answer = await ask(provider, path, body, { authorization: null });
      expect(answer).toMatchObject({
        status: 400,
        json: {
          error: { message: 'registry.ollama.ai/library/gemma3:4b does not support tools' },
        },
      });
      expect((await ask(provider, path, { ...body, model: 'qwen3:8b' })).status).toBe(200);
    }));

  it('refuses a model it has not', () =>
    simulated(ollama(), async (provider) => {
      const answer = await ask(provider, path, { model: 'gpt-9', messages });
      expect(answer).toMatchObject({ status: 404, json: { error: { type: 'not_found_error' } } });
    }));
});
