import { events, type Shape } from './shape.js';

const start = {
  type: 'message_start',
  message: { id: 'm', content: [], usage: { input_tokens: 12, output_tokens: 1 } },
};
const open = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const piece = {
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'Hello.' },
};
const close = { type: 'content_block_stop', index: 0 };
const end = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn' },
  usage: { output_tokens: 3 },
};
const stop = { type: 'message_stop' };
const counts = { tokensIn: 12, tokensOut: 3 };
const hello = { text: 'Hello.', finishReason: 'stop' } as const;
const full = { ...hello, counts };
const noEnd = { type: 'message_delta', delta: { stop_reason: 'end_turn' } };

const endings: readonly Shape[] = [
  { name: 'no message_stop', body: events(start, open, piece, close, end), answer: full },
  {
    name: 'an end without usage',
    body: events(start, open, piece, close, noEnd, stop),
    answer: { ...hello, counts: { tokensIn: 12 } },
  },
  {
    name: 'no message_delta',
    body: events(start, open, piece, close, stop),
    answer: { ...hello, counts: { tokensIn: 12 } },
  },
  {
    name: 'no beginning',
    body: events(piece, end, stop),
    answer: { ...hello, counts: { tokensOut: 3 } },
  },
  {
    name: 'no types but names of events',
    body: [start, open, piece, close, end, stop]
      .map(({ type, ...rest }) => `event: ${type}\ndata: ${JSON.stringify(rest)}\n\n`)
      .join(''),
    answer: full,
  },
  {
    name: 'counts as texts, a numeric id and no index',
    body: events(
      { type: 'message_start', message: { id: 7, usage: { input_tokens: '12' } } },
      { ...open, index: undefined },
      { ...piece, index: undefined },
      { ...end, usage: { output_tokens: '3' } },
    ),
    answer: full,
  },
  {
    name: 'counts of the input at the end, and a cache beside it',
    body: events(
      { type: 'message_start', message: { usage: { input_tokens: 0, output_tokens: 0 } } },
      piece,
      { ...end, usage: { input_tokens: 12, cache_read_input_tokens: 5, output_tokens: 3 } },
    ),
    answer: { ...hello, counts: { tokensIn: 17, tokensOut: 3, cachedTokens: 5 } },
  },
  ...(
    [
      { type: 'ping' },
      { type: 'vendor_event', data: 1 },
      {},
      'no json',
      '[DONE]',
      { type: 'content_block_delta', delta: null },
      { type: 'content_block_start', content_block: { type: 'odd' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'too late' } },
    ] as const
  ).map((odd) => ({
    name: `${JSON.stringify(odd)} behind the end`,
    body: events(start, open, piece, close, end, odd),
    answer: full,
  })),
  {
    name: 'one piece, labelled a stream',
    body: JSON.stringify({
      type: 'message',
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 12, output_tokens: 3 },
    }),
    answer: full,
  },
  {
    name: 'one piece without its type, its content a text',
    whole: true,
    body: JSON.stringify({
      content: 'Hello.',
      stop_reason: 'end_turn',
      usage: { input_tokens: 12, output_tokens: 3 },
    }),
    answer: full,
  },
  {
    name: 'a stream of a call in one piece',
    whole: true,
    body: events(start, open, piece, close, end, stop),
    answer: full,
  },
];

const use = {
  type: 'content_block_start',
  index: 1,
  content_block: { type: 'tool_use', id: 'a', name: 'think', input: {} },
};
const input = {
  type: 'content_block_delta',
  index: 1,
  delta: { type: 'input_json_delta', partial_json: '{"note":1}' },
};
const used = { ...end, delta: { stop_reason: 'tool_use' } };
const asked = [{ id: 'a', name: 'think', argumentsJson: '{"note":1}' }];
const called = { toolCalls: asked, finishReason: 'tool_calls', counts } as const;

const toolCalls: readonly Shape[] = [
  { name: 'a call', body: events(start, use, input, used), answer: called },
  {
    name: 'a call whose arguments came at its beginning',
    body: events(
      start,
      { ...use, content_block: { ...use.content_block, input: { note: 1 } } },
      used,
    ),
    answer: called,
  },
  { name: 'a call sent again', body: events(start, use, input, use, input, used), answer: called },
  {
    name: 'a call sent again under another index',
    body: events(start, use, input, { ...use, index: 2 }, { ...input, index: 2 }, used),
    answer: called,
  },
  {
    name: 'equal calls under two ids',
    body: events(
      start,
      use,
      input,
      { ...use, index: 2, content_block: { ...use.content_block, id: 'b' } },
      { ...input, index: 2 },
      used,
    ),
    answer: { ...called, toolCalls: [...asked, { ...asked[0], id: 'b' }] as never },
  },
];

const odd: readonly Shape[] = [
  ...(
    [
      ['in the delta', { ...noEnd, delta: { usage: { output_tokens: 3 } } }],
      ['behind the end', { ...stop, usage: { output_tokens: 3 } }],
      ['in the message behind the end', { ...stop, message: { usage: { output_tokens: 3 } } }],
    ] as const
  ).map(([name, last]) => ({
    name: `counts ${name}`,
    body: events(start, open, piece, close, noEnd, last),
    answer: full,
  })),
  {
    name: 'a stop reason beside the delta',
    body: events(start, open, piece, close, { ...end, delta: null, stop_reason: 'end_turn' }),
    answer: full,
  },
  {
    name: 'a delta that is a text',
    body: events(start, open, { ...piece, delta: 'Hello.' }, close, end),
    answer: full,
  },
  {
    name: 'the whole message at the end again',
    body: events(start, open, piece, close, end, {
      type: 'message',
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
    }),
    answer: full,
  },
  {
    name: 'an error event of null',
    body: events(start, open, { type: 'error', error: null }, piece, close, end),
    answer: full,
  },
  {
    name: 'arguments at the beginning of a call and behind it',
    body: events(
      start,
      { ...use, content_block: { ...use.content_block, input: { note: 1 } } },
      { ...input, delta: { ...input.delta, partial_json: '{"note"' } },
      { ...input, delta: { ...input.delta, partial_json: ':1}' } },
      used,
    ),
    answer: called,
  },
];

export const messagesShapes: readonly Shape[] = [...endings, ...toolCalls, ...odd];
