import { describe, expect, it } from '@jest/globals';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../support/is-running.js';
import { toolModule } from '../support/plugins/plugin-workshop.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';

const start = pluginTrials();

/** Does something as soon as the plugin is activated, when nothing is asked of it. */
const soon = (statement: string): string =>
  `export function activate(api) { setTimeout(() => { ${statement} }, 20); }`;

const loop = 'for (;;) {}';

/** Why a plugin ended that does so about when its activation is over: on a busy machine, before. */
const endOf = (code: string): Promise<string> =>
  start(code).then(
    (trial) => trial.failure,
    (error: Error) => error.message,
  );

describe('a plugin that loops', () => {
  it.each([
    ['while it loads', loop],
    ['while it is activated', `export function activate() { ${loop} }`],
    ['without using its thread', 'export const activate = () => new Promise(() => {});'],
  ])('%s is ended', async (_when, code) => {
    await expect(start(code, { limits: { activationMs: 1500 } })).rejects.toThrow(
      'activate() did not finish within 1.5 s.',
    );
  });

  it('in a tool fails the call and is ended', async () => {
    const trial = await start(toolModule('t', loop), { limits: { toolCallMs: 300 } });
    const reason = 'tool "test_sample_t" did not finish within 0.3 s; the plugin was stopped.';
    await expect(trial.run()).rejects.toThrow(reason);
    expect(await trial.failure).toBe(reason);
    expect(trial.plugin?.tools).toEqual([]);
  });

  it('in an event handler is ended', async () => {
    const code = `export const activate = (api) => void api.on('log', () => { ${loop} });`;
    const trial = await start(code, { limits: { eventHandlerMs: 300 } });
    trial.publish('one');
    expect(await trial.failure).toBe(
      'a handler of "log" did not finish within 0.3 s; the plugin was stopped.',
    );
  });

  it('when nothing is asked of it is found out and ended', async () => {
    const trial = await start(soon(loop), { limits: { pulseMs: 300 } });
    expect(await trial.failure).toBe('the plugin did not respond for 0.3 s and was stopped.');
  });

  it('when it is to end is ended all the same', async () => {
    const code = `export function activate() {} export function deactivate() { ${loop} }`;
    const trial = await start(code, { limits: { deactivationMs: 300 } });
    expect(await trial.plugin?.stop()).toBe('it did not finish within 0.3 s');
  });

  it('is not blamed for its events while a tool call may still take its time', async () => {
    const code = `export function activate(api) {
      api.on('log', () => api.log('info', 'handled'));
      api.registerTool({ name: 't', run() {
        const end = Date.now() + 900; while (Date.now() < end) {}
        return { ok: true, content: 'done' };
      } });
    }`;
    const trial = await start(code, { limits: { eventHandlerMs: 200, pulseMs: 100 } });
    const call = trial.run();
    trial.publish('one');
    expect((await call).content).toBe('done');
    await trial.logged('info handled');
  });

  it('leaves the loop of the office alone', async () => {
    const trial = await start(toolModule('t', loop), { limits: { toolCallMs: 1500 } });
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    await expect(trial.run()).rejects.toThrow('did not finish');
    delays.disable();
    const ms = (nanoseconds: number) => nanoseconds / 1e6;
    expect(delays.count).toBeGreaterThan(50);
    expect(ms(delays.percentile(50))).toBeLessThan(20);
    expect(ms(delays.max)).toBeLessThan(700);
  });
});

describe('a plugin that throws', () => {
  it.each([
    ['in a timer', 'throw new Error("tick");', 'tick'],
    ['in a promise', 'Promise.reject(new Error("broken promise"));', 'broken promise'],
    ['something strange', 'throw Object.create(null);', 'something that cannot be shown'],
  ])('%s fails with what it threw', async (_where, statement, reason) => {
    expect(await endOf(soon(statement))).toBe(reason);
  });

  it.each([
    ['leaves', 'process.exit(7);', 'exit code 7'],
    ['aborts', 'process.abort();', 'signal SIGABRT'],
  ])('%s on its own fails', async (_how, statement, how) => {
    expect(await endOf(soon(statement))).toBe(`the plugin's process ended unexpectedly (${how}).`);
  });

  it('fails the calls that wait for it', async () => {
    const body = `if (args.die) process.exit(0); return new Promise(() => {});`;
    const trial = await start(toolModule('t', body));
    const waiting = trial.run();
    await expect(trial.run({ die: true })).rejects.toThrow('exit code 0');
    await expect(waiting).rejects.toThrow('exit code 0');
    expect(trial.plugin?.tools).toEqual([]);
  });
});

describe('a plugin that takes memory', () => {
  const tooMuch = 'the plugin used more than 128 MB of memory and was stopped.';

  it.each([
    [
      'on its heap',
      'const kept = []; for (;;) kept.push({ text: "x".repeat(100) + kept.length });',
    ],
    ['in buffers', 'const kept = []; for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));'],
    [
      'a little at a time',
      'globalThis.kept = []; setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 1);',
    ],
  ])('%s is ended', async (_where, statement) => {
    expect(await (await start(soon(statement))).failure).toBe(tooMuch);
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
    ['a line without end', `for (;;) write(1, 'x'.repeat(65536));`],
    ['empty lines', `for (;;) write(1, '\\n'.repeat(65536));`],
  ])('with %s, past its host, is ended', async (_what, statement) => {
    const write = `const { writeSync } = process.getBuiltinModule('node:fs');
      const write = (...what) => { try { writeSync(...what); } catch { /* the pipe is full */ } };`;
    const before = process.memoryUsage().rss;
    expect(await (await start(soon(write + statement))).failure).toMatch(
      /^the plugin sent (?:more messages than|a message) the office/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('a plugin that speaks for its host', () => {
  const says = (line: string): string =>
    soon(`process.getBuiltinModule('node:fs').writeSync(1, ${JSON.stringify(`${line}\n`)});`);
  const unknown = 'the plugin sent a message the office does not know and was stopped.';

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['an unknown message', '{"tell":"shutdown"}'],
    ['a log line of no level', '{"tell":"log","level":"loud","message":"x"}'],
    ['a deep nest', '['.repeat(100_000)],
    [
      'a deep schema',
      `{"tell":"tool","name":"x","description":"","parameters":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    ],
  ])('is ended for saying %s', async (what, line) => {
    const trial = await start(says(line));
    if (what === 'a deep schema') await trial.logged('(tools)');
    else expect(await trial.failure).toBe(unknown);
  });

  it.each([
    ['a tool', '{"tell":"tool","name":"x","description":"","parameters":{}}'],
    ['events', '{"tell":"subscribe","eventType":"log"}'],
  ])('gets %s no sooner than its permission', async (_what, line) => {
    const trial = await start(says(line), { manifest: { permissions: [] } });
    expect(await trial.failure).toBe(unknown);
    expect(trial.plugin?.tools).toEqual([]);
  });

  it('answers nothing that was not asked, and reaches no file outside a call', async () => {
    const lines = [
      '{"answer":999,"outcome":{"ok":true,"content":"forged"}}',
      '{"want":"read","id":1,"call":1,"path":"a"}',
      '{"tell":"log","level":"info","message":"still here"}',
    ];
    const trial = await start(says(lines.join('\n')));
    await trial.logged('info still here');
    expect(trial.log).toEqual(['info still here']);
  });
});

describe('a plugin whose office is gone', () => {
  it('ends, though it loops', async () => {
    const { runProgram, repositoryRoot } = await import('../support/run-program.js');
    let plugin = '';
    const office = await runProgram(
      process.execPath,
      [`${repositoryRoot}test/support/plugins/office-of-one-plugin.mjs`],
      {
        onOutput: (stdout, signal) => {
          plugin = /plugin (\d+)/.exec(stdout)?.[1] ?? '';
          if (plugin !== '') signal('SIGKILL');
        },
      },
    );
    expect([office.code, plugin]).toEqual([null, expect.stringMatching(/^\d+$/)]);
    const deadline = Date.now() + 4000;
    while ((await isRunning(plugin)) && Date.now() < deadline) await delay(50);
    expect(await isRunning(plugin)).toBe(false);
  });
});
