import { counted, counts, delta, stop, usage } from './chat-chunks.js';
import { events, type Shape } from './shape.js';

const call = { id: 'a', function: { name: 'think', arguments: '{"note":1}' } };
const asked = [{ id: 'a', name: 'think', argumentsJson: '{"note":1}' }];
const end = delta({}, 'tool_calls');
const calls = (...pieces: readonly object[]): string =>
  events(...pieces.map((piece) => delta({ tool_calls: [piece] })), end, counted);
const called = { toolCalls: asked, finishReason: 'tool_calls', counts } as const;

const toolCalls: readonly Shape[] = [
  { name: 'a call in one chunk without an index', body: calls(call), answer: called },
  { name: 'an index as a text', body: calls({ ...call, index: '0' }), answer: called },
  {
    name: 'arguments as an object',
    body: calls({ ...call, function: { name: 'think', arguments: { note: 1 } } }),
    answer: called,
  },
  {
    name: 'a numeric id',
    body: calls({ ...call, id: 17 }),
    answer: { ...called, toolCalls: [{ ...asked[0], id: '17' } as (typeof asked)[0]] },
  },
  {
    name: 'pieces without index and id',
    body: calls(
      { id: 'a', function: { name: 'think', arguments: '' } },
      { function: { arguments: '{"note"' } },
      { function: { arguments: ':1}' } },
    ),
    answer: called,
  },
  {
    name: 'name and id with every piece',
    body: calls(
      { index: 0, id: 'a', function: { name: 'think', arguments: '{"note"' } },
      { index: 0, id: 'a', function: { name: 'think', arguments: ':1}' } },
      { index: 0, id: 'a', function: { name: 'think', arguments: '' } },
    ),
    answer: called,
  },
  {
    name: 'empty arguments before the real ones',
    body: calls(
      { index: 0, id: 'a', function: { name: 'think', arguments: '{}' } },
      { index: 0, function: { arguments: '{"note":1}' } },
    ),
    answer: called,
  },
  {
    name: 'a finish reason of stop',
    body: events(delta({ tool_calls: [call] }), stop, counted),
    answer: { ...called, finishReason: 'stop' },
  },
];

const same = { ...call, index: 0 };
const other = { ...same, index: 1, id: 'b' };
const twice = { ...called, toolCalls: [...asked, { ...asked[0], id: 'b' }] };

/** A repeated call runs once; two equal calls with different ids run twice. */
const repeats: readonly Shape[] = [
  { name: 'a call sent again', body: calls(same, same), answer: called },
  { name: 'a call sent again without an index', body: calls(call, call), answer: called },
  {
    name: 'a call sent again in one chunk',
    body: events(delta({ tool_calls: [same, same] }), end, counted),
    answer: called,
  },
  {
    name: 'a call sent again in pieces',
    body: calls(
      same,
      { index: 0, id: 'a', function: { name: 'think', arguments: '' } },
      { index: 0, function: { arguments: '{"note"' } },
      { index: 0, function: { arguments: ': 1}' } },
    ),
    answer: called,
  },
  {
    name: 'a call sent again, spaced otherwise',
    body: calls(same, { ...same, function: { name: 'think', arguments: '{ "note": 1 }' } }),
    answer: called,
  },
  {
    name: 'a call sent again in one piece',
    whole: true,
    body: JSON.stringify({
      choices: [
        { message: { content: null, tool_calls: [call, call] }, finish_reason: 'tool_calls' },
      ],
      usage,
    }),
    answer: called,
  },
  { name: 'equal calls under two ids', body: calls(same, other), answer: twice as Shape['answer'] },
  {
    name: 'equal calls under two ids at one index',
    body: calls(same, { ...other, index: 0 }),
    answer: twice as Shape['answer'],
  },
];

export const chatCallShapes: readonly Shape[] = [...toolCalls, ...repeats];
