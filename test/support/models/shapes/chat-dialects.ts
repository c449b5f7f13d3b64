import { events, type Shape } from './shape.js';

const delta = (fields: unknown, finish: unknown = null): object => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
const text = delta({ content: 'Hello.' });
const stop = delta({}, 'stop');
const usage = { prompt_tokens: 12, completion_tokens: 3 };
const counted = { choices: [], usage };
const counts = { tokensIn: 12, tokensOut: 3 };
const full = { text: 'Hello.', finishReason: 'stop', counts } as const;
const message = { role: 'assistant', content: 'Hello.' };
const whole = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
const stream = events(text, stop, counted);

/** Endings where a reader does not expect them, or in another type. */
const endings: readonly Shape[] = (
  [
    ['beside the choices', { finish_reason: 'stop' }],
    ['in another spelling', { choices: [{ finishReason: 'stop' }] }],
    ['true', delta({}, true)],
    ['an object', delta({}, { type: 'stop' })],
    ['a list', delta({}, ['stop'])],
  ] as const
).map(([name, end]) => ({
  name: `a finish reason that is ${name}`,
  body: events(text, end, counted),
  answer: full,
}));

const wire: readonly Shape[] = [
  { name: 'blanks before data:', body: stream.replaceAll('data:', '  data:'), answer: full },
  { name: 'Data: with a capital', body: stream.replaceAll('data:', 'Data:'), answer: full },
  { name: 'data: twice', body: stream.replaceAll('data:', 'data: data:'), answer: full },
  {
    name: 'no blank lines between events',
    body: stream.replaceAll('\n\n', '\n'),
    answer: full,
  },
  {
    name: 'a line of JSON among events',
    body: `${events(text)}${JSON.stringify(stop)}\n\n${events(counted)}`,
    answer: full,
  },
  {
    name: 'JSON before the events',
    body: `${JSON.stringify({ type: 'ping' })}\n\n${stream}`,
    answer: full,
  },
  {
    name: 'two values in one event',
    body: `data: ${JSON.stringify(text)}${JSON.stringify(stop)}\n\n${events(counted)}`,
    answer: full,
  },
  {
    name: 'the end of a stream behind one piece on many lines',
    whole: true,
    body: `${JSON.stringify(whole, null, 2)}\n\n${events('[DONE]')}`,
    answer: full,
  },
  {
    name: 'numbers that JSON does not know',
    body: `data: {"choices":[{"delta":{"content":"Hello."},"logprobs":[NaN,-Infinity]}]}\n\n${events(stop, counted)}`,
    answer: full,
  },
  {
    name: 'control characters in a text',
    body: `data: {"choices":[{"delta":{"content":"Hel\tlo. NaN"}}]}\n\n${events(stop, counted)}`,
    answer: { ...full, text: 'Hel\tlo. NaN' },
  },
];

/** Errors that say nothing do not end an answer. */
const emptyErrors: readonly Shape[] = [
  ...['null', 'None', 'no error', 'OK', ' '].map((error) => ({
    name: `an error of "${error}"`,
    body: events({ error, choices: [] }, text, stop, counted),
    answer: full,
  })),
  ...[{ type: 'error' }, { type: 'error', error: null }, { object: 'error', message: '' }].map(
    (event) => ({
      name: `an error event of ${JSON.stringify(event)}`,
      body: events(text, event, stop, counted),
      answer: full,
    }),
  ),
  ...['{}', 'null', ''].map((data) => ({
    name: `an error event with the data "${data}"`,
    body: `${events(text)}event: error\ndata: ${data}\n\n${events(stop, counted)}`,
    answer: full,
  })),
];

const contents: readonly Shape[] = (
  [
    ['choices that are no list', [{ choices: { delta: { content: 'Hello.' } } }, stop]],
    ['a choice behind null', [{ choices: [null, { delta: { content: 'Hello.' } }] }, stop]],
    [
      'a choice behind another',
      [
        {
          choices: [
            { index: 1, delta: { content: 'No.' } },
            { index: 0, delta: { content: 'Hello.' } },
          ],
        },
        stop,
      ],
    ],
    ['a delta that is a text', [delta('Hello.'), stop]],
    ['a message that is a text', [{ choices: [{ message: 'Hello.', finish_reason: 'stop' }] }]],
    [
      'a text inside a value',
      [delta({ content: { type: 'text', text: { value: 'Hello.' } } }), stop],
    ],
  ] as const
).map(([name, told]) => ({ name, body: events(...told, counted), answer: full }));

const seven: Shape = {
  name: 'content that is a number',
  body: events(delta({ content: 7 }), stop, counted),
  answer: { ...full, text: '7' },
};

const asked = [{ id: 'a', name: 'think', argumentsJson: '{"note":1}' }];
const called = { toolCalls: asked, finishReason: 'tool_calls', counts } as const;
const think = (note: unknown): object => ({ name: 'think', arguments: note });
const calls = (...pieces: readonly unknown[]): string =>
  events(...pieces.map((piece) => delta({ tool_calls: piece })), delta({}, 'tool_calls'), counted);
const first = { index: 0, id: 'a', function: think('{"note":1}') };
const cut = { index: 0, id: 'a', function: think('{"note"') };

const toolCalls: readonly Shape[] = (
  [
    ['without a list', [first]],
    ['with quoted arguments', [[{ ...first, function: think(JSON.stringify('{"note":1}')) }]]],
    ['with parameters', [[{ ...first, function: { name: 'think', parameters: { note: 1 } } }]]],
    ['without a function', [[{ index: 0, id: 'a', name: 'think', input: { note: 1 } }]]],
    ['whose id changes', [[cut], [{ index: 0, id: 'b', function: think(':1}') }]]],
    [
      'sent again without its name',
      [[first], [{ index: 0, function: { arguments: '{"note":1}' } }]],
    ],
    [
      'sent again in pieces without its name',
      [
        [first],
        [{ index: 0, function: { arguments: '{"note"' } }],
        [{ index: 0, function: { arguments: ':1}' } }],
      ],
    ],
    ['sent again as an object', [[first], [{ ...first, function: think({ note: 1 }) }]]],
  ] as const
).map(([name, pieces]) => ({
  name: `a call ${name}`,
  body: calls(...pieces),
  answer: called,
}));

const repeats: readonly Shape[] = [
  {
    name: 'a call sent again with its arguments in another order',
    body: calls(
      [{ index: 0, id: 'a', function: think('{"a":1,"b":{"c":1,"d":2}}') }],
      [{ index: 0, id: 'a', function: think('{"b":{"d":2,"c":1},"a":1}') }],
    ),
    answer: {
      ...called,
      toolCalls: [{ id: 'a', name: 'think', argumentsJson: '{"a":1,"b":{"c":1,"d":2}}' }],
    },
  },
];

export const chatDialects: readonly Shape[] = [
  ...endings,
  ...wire,
  ...emptyErrors,
  ...contents,
  seven,
  ...toolCalls,
  ...repeats,
];
