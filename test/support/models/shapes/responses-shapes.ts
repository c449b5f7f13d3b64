import { events, type Shape } from './shape.js';

const created = { type: 'response.created', response: { id: 'r', created_at: 'now', model: 7 } };
const piece = {
  type: 'response.output_text.delta',
  item_id: 'm',
  output_index: 0,
  delta: 'Hello.',
};
const item = { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Hello.' }] };
const usage = { input_tokens: 12, output_tokens: 3 };
const done = { type: 'response.completed', response: { id: 'r', status: 'completed', usage } };
const counts = { tokensIn: 12, tokensOut: 3 };
const full = { text: 'Hello.', finishReason: 'stop', counts } as const;
const call = {
  type: 'function_call',
  id: 'fc',
  call_id: 'a',
  name: 'think',
  arguments: '{"note":1}',
};
const added = {
  type: 'response.output_item.added',
  output_index: 1,
  item: { ...call, arguments: '' },
};
const finished = { type: 'response.output_item.done', output_index: 1, item: call };
const asked = [{ id: 'a', name: 'think', argumentsJson: '{"note":1}' }];
const called = { toolCalls: asked, finishReason: 'tool_calls', counts } as const;

export const responsesShapes: readonly Shape[] = [
  { name: 'a text', body: events(created, piece, done), answer: full },
  {
    name: 'no item at the beginning, no index',
    body: events({ ...piece, output_index: undefined }, done),
    answer: full,
  },
  {
    name: 'an item that came whole',
    body: events({ type: 'response.output_item.done', output_index: 0, item }, done),
    answer: full,
  },
  {
    name: 'all of it at the end',
    body: events({ ...done, response: { ...done.response, output: [item] } }),
    answer: full,
  },
  {
    name: 'all of it at the end again',
    body: events(
      created,
      { ...piece, output_index: undefined },
      { ...done, response: { ...done.response, output: [item] } },
    ),
    answer: full,
  },
  {
    name: 'one piece, labelled a stream',
    body: JSON.stringify({ status: 'completed', output: [item], usage }),
    answer: full,
  },
  {
    name: 'a stream of a call in one piece',
    whole: true,
    body: events(created, piece, done),
    answer: full,
  },
  {
    name: 'counts as texts',
    body: events(piece, {
      ...done,
      response: { usage: { input_tokens: '12', output_tokens: '3' } },
    }),
    answer: full,
  },
  {
    name: 'no counts',
    body: events(piece, { type: 'response.completed', response: null }),
    answer: { ...full, counts: {} },
  },
  ...(
    [
      { type: 'keepalive' },
      {},
      'no json',
      { error: null },
      { type: 'error', message: 'too late' },
    ] as const
  ).map((odd) => ({
    name: `${JSON.stringify(odd)} behind the end`,
    body: events(created, piece, done, odd),
    answer: full,
  })),
  {
    name: 'a text that came at its end',
    body: events({ type: 'response.output_text.done', output_index: 0, text: 'Hello.' }, done),
    answer: full,
  },
  {
    name: 'a text and its end',
    body: events(piece, { ...piece, type: 'response.output_text.done', text: 'Hello.' }, done),
    answer: full,
  },
  {
    name: 'a delta that is an object',
    body: events({ ...piece, delta: { text: 'Hello.' } }, done),
    answer: full,
  },
  {
    name: 'an end by another name, with counts beside it',
    body: events(piece, { type: 'response.done', usage }),
    answer: full,
  },
  {
    name: 'a text without an item',
    whole: true,
    body: JSON.stringify({ output: [], output_text: 'Hello.', usage }),
    answer: full,
  },
  {
    name: 'a call whose arguments came at its end',
    body: events(
      added,
      { type: 'response.function_call_arguments.done', output_index: 1, arguments: '{"note":1}' },
      done,
    ),
    answer: called,
  },
  { name: 'a call', body: events(added, finished, done), answer: called },
  {
    name: 'a call in pieces, without its end',
    body: events(
      added,
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"note":1}' },
      done,
    ),
    answer: called,
  },
  { name: 'a call sent again', body: events(added, finished, finished, done), answer: called },
  {
    name: 'a call sent again under another index, and at the end',
    body: events(
      added,
      finished,
      { ...finished, output_index: 2 },
      { ...done, response: { usage, output: [call] } },
    ),
    answer: called,
  },
  {
    name: 'equal calls under two ids',
    body: events(
      added,
      finished,
      { ...finished, output_index: 2, item: { ...call, call_id: 'b' } },
      done,
    ),
    answer: { ...called, toolCalls: [...asked, { ...asked[0], id: 'b' }] as never },
  },
];
