import { describe, expect, it } from '@jest/globals';
import { pluginTrials } from '../support/plugins/run-plugin.js';

const start = pluginTrials();
const log = (expression: string): string =>
  `export const activate = (api) => api.log('info', String(${expression}));`;

describe('the modules of a plugin', () => {
  it('import each other, when they are loaded and later', async () => {
    const trial = await start(
      `import { b } from './lib/b.mjs'; import data from './lib/data.json' with { type: 'json' };
       export async function activate(api) { const { c } = await import('./lib/c.mjs'); api.log('info', b + c + data.n); }`,
      {
        files: {
          'lib/b.mjs': `import { c } from './c.mjs'; export const b = 'b' + c;`,
          'lib/c.mjs': `export const c = 'c';`,
          'lib/data.json': '{"n":7}',
        },
      },
    );
    expect(trial.log).toEqual(['info bcc7']);
  });

  it('await while they load', async () => {
    const code = `const waited = await new Promise((resolve) => setTimeout(resolve, 5, 'waited')); ${log('waited')}`;
    expect((await start(code)).log).toEqual(['info waited']);
  });

  it('import packages that the plugin brings, of either kind', async () => {
    const at = (name: string) => `node_modules/${name}`;
    const trial = await start(
      `import old, { named } from 'old'; import modern from '@scope/modern/part'; import inner from '#inner';
       import bare from 'bare'; ${log('[old.whole, named, modern, inner, bare].join(" ")')}`,
      {
        files: {
          'package.json': '{"type":"module","imports":{"#inner":"./inner.js"}}',
          'inner.js': `export default 'inner';`,
          [at('old/package.json')]: '{"main":"./lib/main.js"}',
          [at('old/lib/main.js')]:
            `const data = require('../data'); exports.named = 'named'; exports.whole = require('deep') + data.n;`,
          [at('old/data.json')]: '{"n":1}',
          [at('deep/index.js')]: `module.exports = 'deep';`,
          [at('@scope/modern/package.json')]:
            `{"exports":{"./part":{"node":"./node.js","browser":"./browser.mjs","default":"./other.js"}}}`,
          [at('@scope/modern/browser.mjs')]: `export default 'browser';`,
          [at('@scope/modern/node.js')]: `throw new Error('needs Node');`,
          [at('bare/index.mjs')]: `export default 'bare';`,
        },
      },
    );
    expect(trial.log).toEqual(['info deep1 named browser inner bare']);
  });

  it('prefer a package of theirs to a module of Node of that name', async () => {
    const files = { 'node_modules/events/index.js': `module.exports = { own: 'mine' };` };
    expect(
      (await start(`import events from 'events'; ${log('events.own')}`, { files })).log,
    ).toEqual(['info mine']);
  });

  it('of the older kind may need each other in a circle, and fail to load', async () => {
    const trial = await start(`import a from './a.cjs'; ${log('a.seen + a.b.seen')}`, {
      files: {
        'a.cjs': `exports.seen = 'a'; exports.b = require('./b.cjs');`,
        'b.cjs': `exports.seen = require('./a.cjs').seen + 'b';`,
      },
    });
    expect(trial.log).toEqual(['info aab']);
    const files = { 'a.cjs': `require('./m.mjs')`, 'm.mjs': 'export {}' };
    await expect(start(`import './a.cjs'; ${log('1')}`, { files })).rejects.toThrow(
      '"./m.mjs", required by a.cjs, is an ES module. Import it instead.',
    );
  });

  it.each([
    [
      `import 'lodash';`,
      '"lodash", imported by index.mjs, is not in the plugin. Bundle what it needs, or put it into its node_modules.',
    ],
    [`import './missing.mjs';`, '"./missing.mjs", imported by index.mjs, is not in the plugin.'],
    [`import { nothing } from './b.mjs';`, 'nothing'],
    [`export default (;`, 'unexpected token'],
  ])('are refused with the reason: %s', async (code, reason) => {
    await expect(start(code + log('1'), { files: { 'b.mjs': '' } })).rejects.toThrow(reason);
  });
});
