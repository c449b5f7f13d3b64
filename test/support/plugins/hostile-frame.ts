import fc from 'fast-check';

/** Characters that control terminals, reverse text, end lines, or are half a character. */
const nasty = fc.constantFrom(
  ...[
    '\u001b[31m',
    '\u009b2J',
    '\u001b]0;x\u0007',
    '\u202e',
    '\u200b',
    '\n',
    '\r\n',
    '\0',
    '\ud800',
  ],
  ...[
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '/etc/passwd',
    'http://127.0.0.1:1/',
    'a_b_c',
  ],
  ...['con', '.git/config', 'C:\\x', 'file:///etc/passwd', 'test_sample_x', 'other_plugin_x'],
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  nasty,
  fc
    .array(fc.oneof(nasty, fc.string({ maxLength: 8 })), { maxLength: 6 })
    .map((all) => all.join('')),
  fc.integer({ min: 0, max: 60_000 }).map((length) => 'x\u001b['.repeat(length / 3)),
);
const number = fc.oneof(fc.nat(20), fc.constantFrom(-1, 0.5, 2 ** 53, Number.MAX_VALUE, 1e-9, -0));

/** The named fields, each mostly of the right kind, and sometimes an unknown one. */
function frame(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  const mostly = Object.entries(fields).map(([name, likely]) => {
    const value = fc.oneof(
      { weight: 9, arbitrary: likely },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    return [name, value] as const;
  });
  return fc.record(
    { ...Object.fromEntries(mostly), extra: fc.jsonValue() },
    { requiredKeys: Object.keys(fields) as never[] },
  );
}

const word = (...words: string[]) => fc.constantFrom(...words);
const option = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined });

/**
 * Possible answers to requests that were never sent, and every message a plugin may send unasked.
 */
const reported = fc.oneof(
  frame({ answer: number, error: text }),
  frame({
    answer: number,
    outcome: option(
      frame({
        ok: fc.boolean(),
        content: text,
        preview: option(text),
        affectsPaths: option(fc.array(text)),
      }),
    ),
  }),
  frame({ answer: number, interrupted: fc.boolean() }),
  frame({
    tell: word('subscribe', 'unsubscribe'),
    eventType: fc.oneof(word('log', 'run.created'), text),
  }),
  frame({
    tell: word('log'),
    level: word('debug', 'info', 'warn', 'error', 'loud'),
    message: text,
  }),
  frame({ tell: word('cancel'), request: number }),
);

const requested = fc.oneof(
  frame({
    request: word('read', 'write', 'list'),
    id: number,
    call: number,
    path: text,
    content: option(text),
  }),
  frame({
    request: word('fetch'),
    id: number,
    url: text,
    method: fc.oneof(word('GET', 'POST', 'CONNECT'), text),
    headers: fc.array(fc.tuple(text, text), { maxLength: 4 }),
    body: option(fc.oneof(text, fc.base64String())),
  }),
);

const tool = frame({
  tell: word('tool'),
  name: fc.oneof(word('test_sample_a', 'test_sample_', 'other_plugin_x'), text),
  description: text,
  parameters: fc.dictionary(text, fc.jsonValue()),
});

/** JSON that `JSON.stringify` never writes: prototype keys, duplicate keys, endless nesting. */
const spelled = fc.constantFrom(
  '{"__proto__":{"polluted":1},"answer":1}',
  '{"answer":1,"outcome":{"ok":true,"content":"","__proto__":{"polluted":1}}}',
  '{"tell":"tool","name":"test_sample_a","description":"","parameters":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
  '{"tell":"log","tell":"tool","level":"info","message":"x"}',
  '['.repeat(120_000),
  `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
  `{"tell":"tool","name":"test_sample_a","description":"","parameters":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`,
  `{"tell":"log","level":"info","message":"${'\\u009b'.repeat(40_000)}"}`,
);

/** A line from a plugin that tries to be misread. */
export const hostileFrame: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(reported, requested, tool).map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.json()) },
  { weight: 1, arbitrary: spelled },
);
