import { events, type Shape } from './shape.js';

const text = { choices: [{ delta: { content: 'Hello.' }, finish_reason: null }] };
const stop = { choices: [{ delta: {}, finish_reason: 'stop' }] };
const hello = { text: 'Hello.', finishReason: 'stop' } as const;

const countsOf = (told: object): string => events(text, stop, { choices: [], usage: told });
const plain = { prompt_tokens: 1000, completion_tokens: 50 };

/** Usage reports of providers, and the counts read from them. */
export const chatCounts: readonly Shape[] = (
  [
    [
      'what DeepSeek read from its cache',
      { ...plain, prompt_cache_hit_tokens: 640 },
      { tokensIn: 1000, tokensOut: 50, cachedTokens: 640 },
    ],
    [
      'what Kimi read from its cache',
      { ...plain, cached_tokens: 640 },
      { tokensIn: 1000, tokensOut: 50, cachedTokens: 640 },
    ],
    [
      'what Mistral read from its cache',
      { ...plain, num_cached_tokens: 640 },
      { tokensIn: 1000, tokensOut: 50, cachedTokens: 640 },
    ],
    [
      'what was written to a cache',
      { ...plain, prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 300 } },
      { tokensIn: 1000, tokensOut: 50, cacheWriteTokens: 300 },
    ],
    [
      'a total with a cache beside the input',
      {
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 7150,
        cache_read_input_tokens: 7000,
      },
      { tokensIn: 7100, tokensOut: 50, cachedTokens: 7000 },
    ],
    [
      'a total that nothing explains',
      { ...plain, total_tokens: 8050 },
      { tokensIn: 1000, tokensOut: 50 },
    ],
    [
      'a cache larger than the input',
      { prompt_tokens: 4, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 900 } },
      { tokensIn: 904, tokensOut: 5, cachedTokens: 900 },
    ],
    [
      'reasoning inside of the output',
      { ...plain, completion_tokens_details: { reasoning_tokens: 40 } },
      { tokensIn: 1000, tokensOut: 50, reasoningTokens: 40 },
    ],
    [
      'reasoning beside the output',
      { ...plain, total_tokens: 1450, completion_tokens_details: { reasoning_tokens: 400 } },
      { tokensIn: 1000, tokensOut: 450, reasoningTokens: 400 },
    ],
    ['a bill', { ...plain, cost: '0.25' }, { tokensIn: 1000, tokensOut: 50, billedUsd: 0.25 }],
    [
      'a bill behind a key of one’s own',
      { ...plain, cost: 0.25, is_byok: true, cost_details: { upstream_inference_cost: 0.5 } },
      { tokensIn: 1000, tokensOut: 50, billedUsd: 0.75 },
    ],
    [
      'odd counts',
      { ...plain, cached_tokens: 'many', total_tokens: -7, cost: null, prompt_tokens_details: 3 },
      { tokensIn: 1000, tokensOut: 50 },
    ],
    [
      'counts that are none',
      { prompt_tokens: 'NaN', completion_tokens: true, total_tokens: '1e5' },
      {},
    ],
  ] as const
).map(([name, told, expected]) => ({
  name,
  body: countsOf(told),
  answer: { ...hello, counts: expected },
}));
