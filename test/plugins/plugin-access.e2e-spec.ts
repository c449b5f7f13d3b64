import { describe, expect, it } from '@jest/globals';
import { builtinModules } from 'node:module';
import { codeManifestOf } from '../support/plugins/plugin-workshop.js';
import { probePlugin } from '../support/plugins/probe-plugin.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

describe('the code of a plugin', () => {
  const attempt = probePlugin(() => inDir());

  it('has these globals and no others', async () => {
    const names = await attempt('return Object.getOwnPropertyNames(globalThis).sort().join(" ")');
    expect(names.split(' ')).toEqual([...ofTheLanguage, ...ofTheWeb].sort());
  });

  it.each(builtinModules.filter((name) => !name.startsWith('_')).map((name) => [name]))(
    'does not import %s',
    async (name) => {
      const specifier = name.startsWith('node:') ? name : `node:${name}`;
      expect(await attempt(`return import('${specifier}')`)).toMatch(
        /is not available to plugins: /,
      );
    },
  );

  it.each([
    '/etc/passwd',
    'file:///etc/passwd',
    '../../../etc/passwd',
    'https://a.example/x.mjs',
    'data:text/javascript,1',
    'office:/main.js',
    'office:plugins/isolation/guest/main.js',
  ])('does not import %s', async (specifier) => {
    expect(await attempt(`return import('${specifier}')`)).toMatch(/is not in the plugin/);
  });

  it('finds no way out of its machine through its functions', async () => {
    for (const way of [
      '(() => {}).constructor',
      'fetch.constructor',
      'setTimeout.constructor',
      'api.log.constructor',
    ]) {
      expect(await attempt(`return typeof (await ${way}('return typeof process')())`)).toBe(
        'string',
      );
      expect(await attempt(`return await ${way}('return typeof process')()`)).toBe('undefined');
    }
    expect(await attempt('return typeof globalThis.office')).toBe('undefined');
  });
});

describe('a plugin that imports a module of Node', () => {
  const start = pluginTrials();

  it.each([
    ['node:fs', 'files of the workspace are read and written through `files` of a tool call'],
    ['https', 'use fetch'],
    ['node:crypto', 'use the global crypto'],
    ['path', 'use what the web platform has, or bundle a package'],
  ])('is not activated, and told what to use instead of %s', async (name, instead) => {
    await expect(
      start(`import x from '${name}'; export const activate = () => x;`),
    ).rejects.toThrow(`"${name}", imported by index.mjs, is not available to plugins: ${instead}.`);
    const files = { 'main.cjs': `const x = require('${name}'); exports.activate = () => x;` };
    await expect(
      start('', { manifest: codeManifestOf({ entry: 'main.cjs' }), files }),
    ).rejects.toThrow(`"${name}", imported by main.cjs, is not available to plugins: ${instead}.`);
  });

  it.each([
    ['process.env', 'process', 'what an operator sets is in `api.settings`'],
    [
      'Buffer.from("")',
      'Buffer',
      'use Uint8Array, TextEncoder and TextDecoder, or bundle a package',
    ],
    ['require("fs")', 'require', 'write an ES module'],
  ])('or uses %s is told as well', async (expression, name, instead) => {
    await expect(start(`export const activate = () => ${expression};`)).rejects.toThrow(
      `${name} is not defined: it is not available to plugins; ${instead}.`,
    );
  });
});

const ofTheLanguage = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'AsyncDisposableStack', 'BigInt', 'BigInt64Array'],
  ...['BigUint64Array', 'Boolean', 'DataView', 'Date', 'DisposableStack', 'Error', 'EvalError'],
  ...[
    'FinalizationRegistry',
    'Float16Array',
    'Float32Array',
    'Float64Array',
    'Function',
    'Infinity',
  ],
  ...['Int16Array', 'Int32Array', 'Int8Array', 'InternalError', 'Iterator', 'JSON', 'Map', 'Math'],
  ...['NaN', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReferenceError', 'Reflect'],
  ...['RegExp', 'Set', 'SharedArrayBuffer', 'String', 'SuppressedError', 'Symbol', 'SyntaxError'],
  ...['TypeError', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray'],
  ...['WeakMap', 'WeakRef', 'WeakSet', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'escape', 'eval', 'globalThis', 'isFinite', 'isNaN', 'parseFloat'],
  ...['parseInt', 'undefined', 'unescape'],
];

const ofTheWeb = [
  ...[
    'AbortController',
    'AbortSignal',
    'Crypto',
    'CryptoKey',
    'DOMException',
    'Event',
    'EventTarget',
  ],
  ...['Headers', 'Request', 'Response', 'SubtleCrypto', 'TextDecoder', 'TextEncoder', 'URL'],
  ...[
    'URLSearchParams',
    'atob',
    'btoa',
    'clearImmediate',
    'clearInterval',
    'clearTimeout',
    'console',
  ],
  ...[
    'crypto',
    'fetch',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'setInterval',
    'setTimeout',
  ],
  'structuredClone',
];
