import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from '@jest/globals';
import { ProviderFailure } from './model-provider.js';
import { isRefusal, mayRefuseReasoning, refusesTools } from './observed-provider.js';

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

function refusal(statusCode: number, said: string): ProviderFailure {
  const cause = new APICallError({
    message: said,
    url: 'http://127.0.0.1',
    requestBodyValues: {},
    statusCode,
    responseBody: JSON.stringify({ error: { message: said } }),
  });
  return new ProviderFailure(`HTTP ${statusCode} from provider: ${said}`, {
    retryable: false,
    cause,
  });
}

describe('refusesTools', () => {
  it.each([
    [400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
    [404, 'No endpoints found that support tool use. Try disabling "read_file".'],
    [400, 'Function calling is not enabled for this model'],
    [400, "Unsupported parameter: 'tools' is not supported with this model."],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
  ])('understands %d: %s', (status, said) => {
    expect(refusesTools(refusal(status, said))).toBe(true);
  });

  it.each([
    [
      400,
      'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions.',
    ],
    [400, "Invalid schema for function 'read': object schema missing properties"],
    [400, "Unsupported parameter: 'max_tokens' is not supported with this model."],
    [401, 'This key does not support tools'],
    [429, 'Function calling is not available right now'],
  ])('takes %d for something else: %s', (status, said) => {
    expect(refusesTools(refusal(status, said))).toBe(false);
  });

  it('takes what is no answer of a provider for something else', () => {
    expect(refusesTools(new Error('does not support tools'))).toBe(false);
  });
});
