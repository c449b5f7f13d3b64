import fc from 'fast-check';

/**
 * Characters that control terminals, are invisible, end lines, name prototypes or leave a
 * directory.
 */
const nasty = fc.constantFrom(
  ...['\u001b[31m', '\u009b2J', '\u001b]0;x\u0007', '\u202e', '\u200b', '\u{e0041}', '\n', '\r\n'],
  ...['\0', '\ud800', '__proto__', 'constructor', 'toString', '../../etc/passwd', '/etc/passwd'],
  ...['file:///etc/passwd', 'http://127.0.0.1:1/', 'con', '<untrusted-content>', 'allow_always'],
);

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 6, arbitrary: nasty },
  { weight: 2, arbitrary: fc.array(nasty, { maxLength: 8 }).map((all) => all.join('')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('x\u001b[', '\u009b', '\u202e', '"\\', 'é'), fc.nat(40_000))
      .map(([unit, count]) => unit.repeat(count)),
  },
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue(),
  fc.array(hostileText, { maxLength: 4 }),
  fc.dictionary(hostileText, fc.jsonValue(), { maxKeys: 4 }),
);

/** The named fields, each mostly of the right type or left out, and an unknown one. */
export function hostileObject(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  const mostly = Object.entries(fields).map(
    ([name, likely]) =>
      [
        name,
        fc.oneof({ weight: 9, arbitrary: likely }, { weight: 1, arbitrary: hostileValue }),
      ] as const,
  );
  return fc.record(
    { ...Object.fromEntries(mostly), extra: fc.jsonValue() },
    { requiredKeys: Object.keys(fields) as never[] },
  );
}

/** JSON that `JSON.stringify` never writes, or that is expensive to parse for its length. */
export const hostileSpelling = fc.constantFrom(
  '{"__proto__":{"polluted":1}}',
  '{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":1}}}',
  '{"jsonrpc":"2.0","jsonrpc":"1.0","id":1,"id":2,"result":{},"error":{}}',
  '['.repeat(200_000),
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `{"jsonrpc":"2.0","id":1,"result":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  `{"jsonrpc":"2.0","id":1,"result":{"content":[${'{},'.repeat(100_000)}{}]}}`,
  `{"a":"${'\\u009b'.repeat(60_000)}"}`,
  `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":0`).join(',')}}`,
);

const id = fc.oneof(fc.nat(6), fc.constantFrom(-1, 0.5, null, '1', 2 ** 53), hostileText);

/** A JSON-RPC message: a call, a notification, an answer or an error, with the given parts. */
export function hostileRpc(
  params: Record<string, fc.Arbitrary<unknown>>,
  result: fc.Arbitrary<unknown>,
): fc.Arbitrary<string> {
  const calls = Object.entries(params).map(([method, likely]) =>
    hostileObject({ jsonrpc: fc.constant('2.0'), method: fc.constant(method), params: likely, id }),
  );
  const error = hostileObject({ code: fc.integer(), message: hostileText, data: hostileValue });
  const message = fc.oneof(
    ...calls,
    hostileObject({ jsonrpc: fc.constant('2.0'), id, result }),
    hostileObject({ jsonrpc: fc.constant('2.0'), id, error }),
    hostileObject({ jsonrpc: fc.constant('2.0'), method: hostileText, params: hostileValue }),
  );
  return fc.oneof(
    { weight: 30, arbitrary: message.map((each) => JSON.stringify(each)) },
    { weight: 3, arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.json()) },
    { weight: 1, arbitrary: hostileSpelling },
  );
}

/** True if nothing was added to `Object.prototype`. */
export const polluted = (): boolean => 'polluted' in {};
