import { describe, expect, it } from '@jest/globals';
import { resolveLlmMode } from './read-providers.js';

describe('resolveLlmMode', () => {
  it.each([
    ['auto', ['openai'], 'live', 'OFFICE_LLM_MODE=auto, and openai is configured'],
    ['auto', ['openai', 'local'], 'live', 'OFFICE_LLM_MODE=auto, and openai, local are configured'],
    ['auto', [], 'mock', 'OFFICE_LLM_MODE=auto, and no provider key or keyless base URL was found'],
    [
      'mock',
      ['openai'],
      'mock',
      'OFFICE_LLM_MODE=mock forces scripted employees even though openai is configured',
    ],
    [
      'mock',
      ['openai', 'local'],
      'mock',
      'OFFICE_LLM_MODE=mock forces scripted employees even though openai, local are configured',
    ],
    ['mock', [], 'mock', 'OFFICE_LLM_MODE=mock forces scripted employees'],
    ['live', ['openai', 'local'], 'live', 'OFFICE_LLM_MODE=live, with openai, local configured'],
    [
      'live',
      [],
      'live',
      'OFFICE_LLM_MODE=live, but no provider is configured — every turn will fail',
    ],
  ] as const)('%s with %j configured is %s', (setting, configured, mode, reason) => {
    expect(resolveLlmMode(setting, configured)).toEqual({ setting, mode, reason });
  });
});
