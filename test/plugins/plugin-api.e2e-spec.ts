import { describe, expect, it } from '@jest/globals';
import { toolModule } from '../support/plugins/plugin-workshop.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();
const start = pluginTrials();

describe('the API of a plugin', () => {
  it('holds its manifest and its settings, which it cannot change', async () => {
    const code = `export function activate(api) {
      try { api.settings.a = 2; } catch (error) { api.log('warn', error.constructor.name); }
      try { api.manifest.permissions.push('x'); } catch (error) { api.log('warn', error.constructor.name); }
      api.log('info', [api.manifest.id, api.settings.a, Object.keys(api).sort()].join(' '));
    }`;
    const { log } = await start(code, { settings: { a: 1 } });
    expect(log).toEqual([
      'warn TypeError',
      'warn TypeError',
      'info test.sample 1 log,manifest,on,registerTool,settings',
    ]);
  });

  it('logs at the level it names, and prints to the same log', async () => {
    const code = `export function activate(api) {
      api.log('debug', 'one'); api.log('shout', 'two'); api.log('error', { toString: () => 'three' });
      console.log('four %s', 'five'); console.warn({ six: 6 });
    }`;
    const { log } = await start(code);
    expect(log).toEqual([
      'debug one',
      'info two',
      'error three',
      'info four five',
      'warn { six: 6 }',
    ]);
  });

  it.each([
    ['without a name', '{}', 'registerTool needs a tool with a name.'],
    ['with a name that is all signs', '{ name: "!?" }', 'registerTool needs a tool with a name.'],
    ['that is nothing', 'undefined', 'registerTool needs a tool with a name.'],
    ['without a run function', '{ name: "a", run: 1 }', 'tool "a" has no run function.'],
  ])('refuses a tool %s', async (_what, tool, reason) => {
    const code = `export const activate = (api) => api.registerTool(${tool});`;
    await expect(start(code)).rejects.toThrow(reason);
  });

  it('refuses a second tool of the same name, and a sixty-fifth', async () => {
    const twice = `export function activate(api) {
      api.registerTool({ name: 'A b', run() {} });
      api.registerTool({ name: 'a_B', run() {} });
    }`;
    await expect(start(twice)).rejects.toThrow('tool "test_sample_a_b" is already registered.');
    const many = `export function activate(api) {
      for (let n = 0; n < 65; n += 1) api.registerTool({ name: 't' + n, run() {} });
    }`;
    await expect(start(many)).rejects.toThrow('a plugin may register at most 64 tools.');
  });

  it('registers tools later on, too', async () => {
    const code = `export function activate(api) {
      setTimeout(() => api.registerTool({ name: 'late', run() {} }), 10);
    }`;
    const trial = await start(code);
    await trial.logged('(tools)');
    expect(trial.plugin?.tools.map(({ name }) => name)).toEqual(['test_sample_late']);
  });

  describe('that is activated, with more in the same breath', () => {
    /** Spells the message itself, so that the answer and what follows it arrive together. */
    const saying = (line: object): string => {
      const said = JSON.stringify(`{"answer":1}\n${JSON.stringify(line)}`);
      return `export function activate(api) {
        const spell = JSON.stringify; JSON.stringify = () => ${said};
        api.log('info', ''); JSON.stringify = spell;
      }`;
    };

    it('has registered that tool later on', async () => {
      const tool = { tell: 'tool', name: 'test_sample_late', description: '', parameters: {} };
      await (await start(saying(tool))).logged('(tools)');
    });

    it('has failed after it was activated', async () => {
      const trial = await start(saying({ tell: 'fault', message: 'last words' }));
      expect(await trial.failure).toBe('last words');
    });
  });

  it('runs an entry module of the older kind', async () => {
    const code = `exports.activate = (api) => api.log('info', 'hello from ' + typeof require);`;
    const trial = await start('', {
      manifest: { entry: 'lib/main.cjs' },
      files: { 'lib/main.cjs': code },
    });
    expect(trial.log).toEqual(['info hello from function']);
  });

  it('runs the code that is on disk when it starts', async () => {
    const first = await start(`export const activate = (api) => api.log('info', 'old');`);
    const second = await start(`export const activate = (api) => api.log('info', 'new');`);
    expect([...first.log, ...second.log]).toEqual(['info old', 'info new']);
  });
});

describe('a tool of a plugin', () => {
  it('is described by its plugin, with a schema the office can bear', async () => {
    const code = `export function activate(api) {
      const run = () => ({ ok: true, content: '' });
      api.registerTool({ name: 'plain', description: 'Does\\u001b[31m things.', parameters: { type: 'object', required: ['a'] }, run });
      api.registerTool({ name: 'none', description: 'd'.repeat(2000), run });
      api.registerTool({ name: 'huge', parameters: { type: 'object', x: 'y'.repeat(9000) }, run });
      api.registerTool({ name: 'list', parameters: { type: 'array' }, run });
    }`;
    const { plugin } = await start(code);
    const [plain, none, huge, list] = plugin?.tools ?? [];
    expect(plain).toMatchObject({
      name: 'test_sample_plain',
      description: '[test.sample] Does things.',
      parameters: { type: 'object', required: ['a'] },
      pluginId: 'test.sample',
      readOnly: false,
    });
    expect(none?.description).toHaveLength(1001);
    for (const tool of [none, huge, list]) {
      expect(tool?.parameters).toEqual({ type: 'object', properties: {} });
    }
  });

  it('gets its arguments and its surroundings', async () => {
    const body = `context.log('info', 'asked');
      return { ok: true, content: JSON.stringify([args, context.workspaceRoot, context.settings, context.signal.aborted]) };`;
    const trial = await start(toolModule('t', body), { settings: { a: 1 } });
    const result = await trial.run({ text: 'x', n: [1] }, { workspaceRoot: inDir() });
    expect(JSON.parse(result.content)).toEqual([{ text: 'x', n: [1] }, inDir(), { a: 1 }, false]);
    expect(trial.log).toEqual(['info asked']);
  });

  it.each([
    [
      'ok',
      `{ ok: true, content: 'c' }`,
      { ok: true, content: 'c', preview: 'ok', affectsPaths: [] },
    ],
    [
      'failed',
      `{ ok: false, content: 'c' }`,
      { ok: false, content: 'c', preview: 'failed', affectsPaths: [] },
    ],
    [
      'what it says',
      `{ ok: true, content: 'c', preview: 'p' }`,
      { ok: true, content: 'c', preview: 'p', affectsPaths: [] },
    ],
    [
      'failed without a plain true',
      `{ ok: 1, content: { a: 1 } }`,
      { ok: false, content: '{"a":1}', preview: 'failed', affectsPaths: [] },
    ],
    [
      'paths inside only',
      `{ ok: true, content: '', affectsPaths: ['a/../b.txt', '../c', '/etc/passwd', 'b.txt', 7] }`,
      { ok: true, content: '', preview: 'ok', affectsPaths: ['b.txt'] },
    ],
  ])('answers %s', async (_what, result, expected) => {
    const trial = await start(toolModule('t', `return ${result};`));
    expect(await trial.run()).toEqual(expected);
  });

  it('throws what the plugin throws', async () => {
    const trial = await start(toolModule('t', `throw new Error('broken: ' + args.text);`));
    await expect(trial.run({ text: 'x' })).rejects.toThrow('broken: x');
    const nothing = await start(toolModule('t', ''));
    await expect(nothing.run()).rejects.toThrow('the tool returned no result object.');
  });

  it('comes back at once when its call is cancelled, and is told', async () => {
    const body = `await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      context.log('info', 'aborted'); return { ok: true, content: '' };`;
    const trial = await start(toolModule('t', body));
    const controller = new AbortController();
    const call = trial.run({}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow('The call was cancelled.');
    await trial.logged('info aborted');
  });

  it('serves several calls at once', async () => {
    const body = `globalThis.gate ??= Promise.withResolvers();
      if (args.waits) await globalThis.gate.promise; else globalThis.gate.resolve();
      return { ok: true, content: args.waits ? 'waited' : 'opened' };`;
    const trial = await start(toolModule('t', body));
    const outcomes = await Promise.all([trial.run({ waits: true }), trial.run({ waits: false })]);
    expect(outcomes.map(({ content }) => content)).toEqual(['waited', 'opened']);
  });
});
