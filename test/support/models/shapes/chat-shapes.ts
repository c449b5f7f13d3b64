import { chatCallShapes } from './chat-call-shapes.js';
import { counted, delta, full, hello, message, stop, text, usage, whole } from './chat-chunks.js';
import { events, type Shape } from './shape.js';

/** Anomalies after text and a finish reason; none of them discards the answer. */
const behind: readonly Shape[] = (
  [
    ['usage without choices', { usage }],
    ['usage beside null choices', { choices: null, usage }],
    ['usage in the words of another dialect', { usage: { input_tokens: 12, output_tokens: 3 } }],
    ['usage of Groq', { choices: [], x_groq: { usage } }],
    ['usage in a choice', { choices: [{ delta: {}, usage }] }],
    ['counts as texts', { usage: { prompt_tokens: '12', completion_tokens: ' 3 ' } }],
  ] as const
).map(([name, chunk]) => ({ name, body: events(text, stop, chunk, '[DONE]'), answer: full }));

const noise: readonly Shape[] = (
  [
    { type: 'ping' },
    {},
    [],
    null,
    7,
    'null',
    'not json',
    '{"half":',
    '[done]',
    '"[DONE]"',
    { choices: null },
    { choices: {} },
    { choices: [null] },
    { choices: [{ delta: null }] },
    { choices: [{ delta: { content: { a: 1 } } }] },
    { error: null },
    { error: {} },
    { error: '' },
    { error: false },
    { error: [] },
    { error: { code: null, message: '' } },
    { error: { code: 0, message: 'success' } },
    { error: { message: 'too late' } },
    { usage: null },
    { usage: { prompt_tokens: null, completion_tokens: -5, total_tokens: 'many' } },
    { usage: [] },
  ] as const
).map((chunk) => {
  const data = typeof chunk === 'string' ? chunk : JSON.stringify(chunk);
  return {
    name: `${data} behind the end`,
    body: events(text, counted, stop, data),
    answer: full,
  };
});

const before: readonly Shape[] = (
  [
    ['a first chunk of content filters', { choices: [], prompt_filter_results: [{ index: 0 }] }],
    ['created as a text', { id: 7, created: 'now', model: null, choices: [] }],
    ['an error of null', { error: null, choices: [] }],
    ['an empty error', { error: {}, choices: [{ delta: { role: 'assistant', content: '' } }] }],
    ['a delta of null', { choices: [{ index: 0, delta: null, finish_reason: '' }] }],
    ['an unknown role', { choices: [{ delta: { role: 7, content: null } }] }],
    ['nulls in all places', { choices: [{ delta: { tool_calls: null, refusal: null } }] }],
  ] as const
).map(([name, chunk]) => ({
  name,
  body: events(chunk, text, stop, counted, '[DONE]'),
  answer: full,
}));

const wire: readonly Shape[] = [
  { name: 'no [DONE]', body: events(text, stop, counted), answer: full },
  {
    name: 'a last event without a blank line',
    body: `${events(text, stop)}data: ${JSON.stringify(counted)}`,
    answer: full,
  },
  {
    name: 'carriage returns',
    body: events(text, stop, counted).replaceAll('\n', '\r'),
    answer: full,
  },
  {
    name: 'both ends of lines',
    body: events(text, stop, counted).replaceAll('\n', '\r\n'),
    answer: full,
  },
  { name: 'a byte order mark', body: `\uFEFF${events(text, stop, counted)}`, answer: full },
  {
    name: 'no space behind data:',
    body: events(text, stop, counted).replaceAll('data: ', 'data:'),
    answer: full,
  },
  {
    name: 'data on many lines',
    body: `data: ${JSON.stringify(text, null, 2).replaceAll('\n', '\ndata: ')}\n\n${events(stop, counted)}`,
    answer: full,
  },
  {
    name: 'comments, ids, retries and names of events',
    body: `: OPENROUTER PROCESSING\n\nid: 1\nretry: 9\nevent: delta\n${events(text)}event: odd\n${events(stop, counted)}`,
    answer: full,
  },
  {
    name: 'a label of JSON',
    type: 'application/json',
    body: events(text, stop, counted),
    answer: full,
  },
  { name: 'no label', type: '', body: events(text, stop, counted), answer: full },
  { name: 'one piece, labelled a stream', body: JSON.stringify(whole), answer: full },
  {
    name: 'lines of JSON',
    type: 'application/x-ndjson',
    body: [text, stop, counted].map((each) => JSON.stringify(each)).join('\n'),
    answer: full,
  },
  {
    name: 'a list of chunks',
    type: 'application/json',
    body: JSON.stringify([text, stop, counted]),
    answer: full,
  },
  { name: 'events of a call in one piece', whole: true, body: events(whole), answer: full },
  {
    name: 'a stream of a call in one piece',
    whole: true,
    body: events(text, stop, counted, '[DONE]'),
    answer: full,
  },
  {
    name: 'one piece behind blanks',
    whole: true,
    type: 'text/plain',
    body: `\n\n  ${JSON.stringify({ ...whole, error: null, id: 7, created: 'x' })}`,
    answer: full,
  },
];

const contents: readonly Shape[] = [
  {
    name: 'content in parts',
    body: events(
      delta({ content: [{ type: 'text', text: 'Hel' }] }),
      delta({ content: [{ type: 'output_text', text: 'lo' }, '.'] }),
      stop,
      counted,
    ),
    answer: full,
  },
  {
    name: 'thinking in parts',
    body: events(
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
      text,
      stop,
      counted,
    ),
    answer: { ...full, reasoning: 'Hm.' },
  },
  {
    name: 'the whole message at the end again',
    body: events(text, { choices: [{ delta: {}, message, finish_reason: 'stop' }], usage }),
    answer: full,
  },
  {
    name: 'a message in place of a delta',
    body: events({ choices: [{ message, finish_reason: 'stop' }], usage }),
    answer: full,
  },
  {
    name: 'a text in place of a delta',
    body: events({ choices: [{ text: 'Hello.', finish_reason: 'stop' }], usage }),
    answer: full,
  },
  {
    name: 'usage in every chunk, zeros at the last',
    body: events(
      { ...text, usage: { prompt_tokens: 12, completion_tokens: 1 } },
      { ...stop, usage },
      { choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } },
    ),
    answer: full,
  },
  ...(['eos', 'end_turn', 'STOP', 'odd reason'] as const).map((finish) => ({
    name: `a finish reason of ${finish}`,
    body: events(text, delta({}, finish), counted),
    answer: full,
  })),
  {
    name: 'no counts',
    body: events(text, stop, '[DONE]'),
    answer: { ...hello, counts: {} },
  },
];

export const chatShapes: readonly Shape[] = [
  ...behind,
  ...noise,
  ...before,
  ...wire,
  ...contents,
  ...chatCallShapes,
];
