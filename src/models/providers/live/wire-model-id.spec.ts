import { describe, expect, it } from '@jest/globals';
import { wireModelId } from './wire-model-id.js';

describe('wireModelId', () => {
  it.each([
    ['openrouter', 'openrouter/deepseek/deepseek-chat', 'deepseek/deepseek-chat'],
    ['openrouter', 'openrouter/auto', 'openrouter/auto'],
    ['openrouter', 'deepseek/deepseek-chat', 'deepseek/deepseek-chat'],
    ['local', 'local/default', 'default'],
    ['local', 'llama3', 'llama3'],
    ['openai', 'openai/x/y', 'openai/x/y'],
  ])('of %s: %s goes out as %s', (providerId, modelId, wireId) => {
    expect(wireModelId(providerId, modelId)).toBe(wireId);
  });
});
