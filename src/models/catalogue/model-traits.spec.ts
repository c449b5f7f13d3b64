import { describe, expect, it } from '@jest/globals';
import { knownModelOf, modelDataOf } from './model-data.js';
import { traitsOf } from './model-traits.js';

const openai = { id: 'openai', kind: 'openai-compat', endpoint: 'auto' } as const;

describe('the data of models', () => {
  it.each(['anthropic', 'deepseek', 'gemini', 'mistral', 'moonshot', 'openai', 'openrouter'])(
    'is there for %s, with source and date',
    (provider) => {
      const data = modelDataOf(provider);
      expect(data?.models.length).toBeGreaterThan(1);
      expect(data?.source.version).toMatch(/^\d+\./);
      expect(data?.generated).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  it('is not there for others, whatever they are called', () => {
    expect(modelDataOf('local')).toBeUndefined();
    expect(modelDataOf('constructor')).toBeUndefined();
    expect(knownModelOf('toString', 'x')).toBeUndefined();
  });

  it.each(['gpt-5.1', 'gpt-5.1-2026-01-02', 'gpt-5.1-20260102'])('knows %s', (id) => {
    expect(knownModelOf('openai', id)?.id).toBe('gpt-5.1');
  });

  it.each(['gpt-5.1-turbo', 'gpt-5.1x', 'gpt', ''])('does not take "%s" for a dated one', (id) => {
    expect(knownModelOf('openai', id)).toBeUndefined();
  });
});

describe('how a model wants to be asked', () => {
  it('is as the data says', () => {
    expect(traitsOf(openai, 'gpt-6.1-sol').endpoint).toBe('responses');
    expect(traitsOf(openai, 'gpt-4.1').endpoint).toBe('chat');
    const deepseek = { ...openai, id: 'deepseek' };
    expect(traitsOf(deepseek, 'deepseek-v4-pro').compat.returnReasoning).toBe('reasoning_content');
  });

  it('is as its provider asks for the others where the model is newer than the data', () => {
    expect(traitsOf(openai, 'gpt-9')).toMatchObject({
      endpoint: 'responses',
      compat: { returnReasoning: 'encrypted-items' },
    });
    const deepseek = traitsOf({ ...openai, id: 'deepseek' }, 'deepseek-v9');
    expect(deepseek.compat.returnReasoning).toBe('reasoning_content');
    const claude = traitsOf({ id: 'anthropic', kind: 'anthropic', endpoint: 'auto' }, 'claude-9');
    expect(claude).toMatchObject({ endpoint: 'messages', compat: { cache: 'markers' } });
  });

  it('is plain chat for servers of which nothing is known', () => {
    expect(traitsOf({ ...openai, id: 'lmstudio' }, 'qwen')).toEqual({
      endpoint: 'chat',
      compat: { maxTokens: 'max_tokens', cache: 'automatic' },
    });
  });

  it('follows the operator where a proxy has one API only', () => {
    const chat = traitsOf({ ...openai, endpoint: 'chat' }, 'gpt-6.1-sol');
    expect(chat.endpoint).toBe('chat');
    expect(chat.compat).toMatchObject({ maxTokens: 'max_completion_tokens' });
    expect(chat.compat).not.toHaveProperty('returnReasoning');
    expect(traitsOf({ ...openai, endpoint: 'responses' }, 'gpt-4.1').endpoint).toBe('responses');
  });
});
