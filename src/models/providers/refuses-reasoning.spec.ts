import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from '@jest/globals';
import { ProviderFailure } from './model-provider.js';
import { isRefusal, mayRefuseReasoning } from './refuses-reasoning.js';

function refused(statusCode: number, responseBody: string, message: object): ProviderFailure {
  const cause = new APICallError({
    message: 'refused',
    url: 'http://127.0.0.1',
    requestBodyValues: { model: 'm', messages: [{ role: 'user', content: 'Hello.' }, message] },
    statusCode,
    responseBody,
  });
  return new ProviderFailure('refused', { retryable: false, cause });
}

const thought = { role: 'assistant', content: '', reasoning_content: 'Hm.' };

describe('mayRefuseReasoning', () => {
  it.each<[boolean, number, string, object]>([
    [true, 400, "'messages.1' : property 'reasoning_content' is unsupported", thought],
    [
      true,
      422,
      '{"detail":[{"type":"extra_forbidden","loc":["messages",1,"reasoning"]}]}',
      thought,
    ],
    [true, 400, 'Unrecognized key: "reasoning_details"', { reasoning_details: [] }],
    [true, 400, 'Bad request', thought],
    [true, 400, '', { reasoning: 'Hm.' }],
    [false, 400, 'Bad request', { role: 'assistant', content: 'Hm.' }],
    [false, 400, 'The `reasoning_content` in the thinking mode must be passed back', thought],
    [false, 400, "This model's maximum context length is 8192 tokens", thought],
    [false, 400, 'API key not valid', thought],
    [false, 401, 'reasoning_content', thought],
    [false, 500, 'reasoning_content is unsupported', thought],
  ])('is %s for %d: %s', (expected, status, said, message) => {
    expect(mayRefuseReasoning(refused(status, said, message))).toBe(expected);
    expect(isRefusal(refused(status, said, message))).toBe(true);
  });

  it('takes nothing else for a refusal', () => {
    expect(mayRefuseReasoning(new Error('reasoning_content'))).toBe(false);
    expect(isRefusal(new ProviderFailure('cut', { retryable: true }))).toBe(false);
  });
});
