/** Pieces of answers by chat completions. */
export const delta = (fields: object, finish: unknown = null): object => ({
  id: 'c',
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
export const text = delta({ content: 'Hello.' });
export const stop = delta({}, 'stop');
export const usage = { prompt_tokens: 12, completion_tokens: 3 };
export const counted = { id: 'c', choices: [], usage };
export const counts = { tokensIn: 12, tokensOut: 3 };
export const hello = { text: 'Hello.', finishReason: 'stop' } as const;
export const full = { ...hello, counts };
export const message = { role: 'assistant', content: 'Hello.' };
export const whole = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
