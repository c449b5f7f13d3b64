import { describe, expect, it } from '@jest/globals';
import { toolModule } from '../support/plugins/plugin-workshop.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';

const start = pluginTrials();

/** Does something as soon as the plugin is activated, when nothing is asked of it. */
const soon = (statement: string): string =>
  `export function activate(api) { setTimeout(() => { ${statement} }, 20); }`;

/** Why a plugin ended that does so about when its activation is over: on a busy machine, before. */
const endOf = (code: string): Promise<string> =>
  start(code).then(
    (trial) => trial.failure,
    (error: Error) => error.message,
  );

describe('a plugin that throws', () => {
  it.each([
    ['in a timer', 'throw new Error("tick");', 'tick'],
    ['in a promise', 'Promise.reject(new Error("broken promise"));', 'broken promise'],
    ['something strange', 'throw Object.create(null);', 'something that cannot be shown'],
  ])('%s fails with what it threw', async (_where, statement, reason) => {
    expect(await endOf(soon(statement))).toBe(reason);
  });

  it.each(['process.exit(7)', 'process.abort()'])('has no %s to leave by', async (statement) => {
    expect(await endOf(soon(statement))).toBe(
      'process is not defined: it is not available to plugins; what an operator sets is in `api.settings`.',
    );
  });

  it('fails the calls that wait for it', async () => {
    const body = `if (args.die) Promise.reject(new Error('died')); return new Promise(() => {});`;
    const trial = await start(toolModule('t', body));
    const waiting = trial.run();
    await expect(trial.run({ die: true })).rejects.toThrow('died');
    await expect(waiting).rejects.toThrow('died');
    expect(trial.plugin?.tools).toEqual([]);
  });
});

describe('a plugin that takes memory', () => {
  const tooMuch = 'the plugin used more than 128 MB of memory and was stopped.';

  // Filling memory takes its time where many plugins do so at once.
  const patient = { limits: { backgroundMs: 25_000, pingMs: 25_000 } };

  it.each([
    ['on its heap', 'const kept = []; for (;;) kept.push("x".repeat(1_000_000) + kept.length);'],
    ['in buffers', 'const kept = []; for (;;) kept.push(new Uint8Array(1024 * 1024));'],
    [
      'a little at a time',
      'globalThis.kept = []; setInterval(() => kept.push(new Uint8Array(8 * 1024 * 1024)), 1);',
    ],
  ])('%s is ended', async (_where, statement) => {
    expect(await (await start(soon(statement), patient)).failure).toBe(tooMuch);
  });

  it('in a tool, and catches what is thrown, goes on within its limit', async () => {
    const body = `const kept = []; try { for (;;) kept.push(new Uint8Array(1e6)); } catch {}
      kept.length = 0; return { ok: true, content: 'still here' };`;
    expect((await (await start(toolModule('t', body))).run()).content).toBe('still here');
  });

  it('in a tool fails the call and is ended', async () => {
    const trial = await start(
      toolModule('t', 'const kept = []; for (;;) kept.push(new Uint8Array(1e6));'),
    );
    await expect(trial.run()).rejects.toThrow(tooMuch);
    expect(await trial.failure).toBe(tooMuch);
  });

  it('of the process around its machine gets none', async () => {
    const timers = 'for (let n = 0; n < 5000; n += 1) setTimeout(() => {}, 1e9);';
    expect(await (await start(soon(timers))).failure).toBe(
      'a plugin may have at most 1000 timers at once.',
    );
  });
});

describe('a plugin that floods', () => {
  it('the log is ended', async () => {
    const trial = await start(soon(`for (let n = 0; n < 5000; n += 1) api.log('info', 'line');`));
    expect(await trial.failure).toBe(
      'the plugin sent more messages than the office accepts and was stopped.',
    );
    expect(trial.log.length).toBeLessThanOrEqual(601);
  });

  it('the log a little is heard no further, and stays', async () => {
    const trial = await start(`export function activate(api) {
      api.registerTool({ name: 't', run: () => ({ ok: true, content: 'still here' }) });
      setTimeout(() => { for (let n = 0; n < 800; n += 1) api.log('info', 'line'); }, 20);
    }`);
    await trial.logged('warn more than 600 log lines in a minute; the others are left out.');
    expect((await trial.run()).content).toBe('still here');
    expect(trial.log).toHaveLength(601);
  });

  it('with messages is ended', async () => {
    const statement = `for (let n = 0; n < 5000; n += 1) api.on('log', () => {})();`;
    expect(await (await start(soon(statement))).failure).toBe(
      'the plugin sent more messages than the office accepts and was stopped.',
    );
  });

  it.each([
    ['huge lines', `'x'.repeat(200_000)`],
    ['empty lines', `'\\n'.repeat(200_000)`],
  ])('with %s, past the API, is ended', async (_what, line) => {
    const before = process.memoryUsage().rss;
    const statement = `JSON.stringify = () => ${line}; for (;;) api.log('info', '');`;
    expect(await (await start(soon(statement))).failure).toMatch(
      /^the plugin sent (?:more messages than|a message) the office/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('a plugin that bends the API it is given', () => {
  /** The API spells its messages with what the plugin may replace. */
  const says = (line: string): string =>
    soon(`const spell = JSON.stringify; JSON.stringify = () => ${JSON.stringify(line)};
      api.log('info', ''); JSON.stringify = spell;`);
  const unknown = 'the plugin sent a message the office does not know and was stopped.';

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['an unknown message', '{"tell":"shutdown"}'],
    ['a log line of no level', '{"tell":"log","level":"loud","message":"x"}'],
    ['a deep nest', '['.repeat(100_000)],
    [
      'a tool of another plugin',
      '{"tell":"tool","name":"other_plugin_x","description":"","parameters":{}}',
    ],
    [
      'a tool with no name of its own',
      '{"tell":"tool","name":"test_sample_","description":"","parameters":{}}',
    ],
    [
      'a tool with a line break',
      '{"tell":"tool","name":"test_sample_a\\nb","description":"","parameters":{}}',
    ],
    [
      'a tool that turns text around',
      '{"tell":"tool","name":"test_sample_\u202eb","description":"","parameters":{}}',
    ],
    [
      'a deep schema',
      `{"tell":"tool","name":"test_sample_x","description":"","parameters":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    ],
  ])('is ended for saying %s', async (_what, line) => {
    const trial = await start(says(line));
    expect(await trial.failure).toBe(unknown);
  });

  it.each([
    ['a tool', '{"tell":"tool","name":"test_sample_x","description":"","parameters":{}}'],
    ['events', '{"tell":"subscribe","eventType":"log"}'],
  ])('gets %s no sooner than its permission', async (_what, line) => {
    const trial = await start(says(line), { manifest: { permissions: [] } });
    expect(await trial.failure).toBe(unknown);
    expect(trial.plugin?.tools).toEqual([]);
  });

  it('answers nothing that was not asked, and reaches no file outside a call', async () => {
    const lines = [
      '{"answer":999,"outcome":{"ok":true,"content":"forged"}}',
      '{"request":"read","id":1,"call":1,"path":"a"}',
      '{"tell":"log","level":"info","message":"still here"}',
    ];
    const trial = await start(says(lines.join('\n')));
    await trial.logged('info still here');
    expect(trial.log).toEqual(['info still here']);
  });
});
