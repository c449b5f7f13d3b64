import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../support/is-running.js';
import { toolModule } from '../support/plugins/plugin-workshop.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';

const start = pluginTrials();

const loop = 'for (;;) {}';

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

  it.each([
    ['in a tool', loop],
    ['in a tool, after it waited', `await null; ${loop}`],
    ['in a tool, in a timer', `return new Promise(() => setTimeout(() => { ${loop} }, 1));`],
    ['in a tool, and catches what is thrown', `try { ${loop} } catch {} finally { for (;;) {} }`],
    ['in a tool, in a pattern', `/(a+)+$/.test('a'.repeat(60) + 'b');`],
  ])('%s is interrupted, and goes on serving', async (_where, body) => {
    const code = toolModule(
      't',
      `if (args.loop) { ${body} } return { ok: true, content: 'served' };`,
    );
    const trial = await start(code, { limits: { toolCallMs: 300 } });
    const other = trial.run({ loop: false });
    const reason = 'tool "test_sample_t" did not finish within 0.3 s and was interrupted.';
    await expect(trial.run({ loop: true })).rejects.toThrow(reason);
    expect([(await other).content, (await trial.run()).content]).toEqual(['served', 'served']);
    expect(trial.log).toEqual([`warn ${reason}`]);
  });

  it('in an event handler is interrupted, and receives the next event', async () => {
    const code = `export const activate = (api) => void api.on('log', ({ message }) => {
      if (message === 'one') { ${loop} }
      api.log('info', 'heard ' + message);
    });`;
    const trial = await start(code, { limits: { eventHandlerMs: 300 } });
    trial.publish('one', 'two');
    await trial.logged('info heard two');
    expect(trial.log[0]).toBe(
      'warn a handler of "log" did not finish within 0.3 s and was interrupted.',
    );
  });

  it('when nothing is asked of it is interrupted', async () => {
    const code = `export function activate(api) {
      setTimeout(() => { ${loop} }, 1);
      setTimeout(() => api.log('info', 'still here'), 2);
    }`;
    const trial = await start(code, { limits: { backgroundMs: 300 } });
    await trial.logged('info still here');
    expect(trial.log[0]).toBe(
      'warn code that nothing waits for did not finish within 0.3 s and was interrupted.',
    );
  });

  it('again and again is ended', async () => {
    const code = `export const activate = () => void setInterval(() => { ${loop} }, 1);`;
    const trial = await start(code, { limits: { backgroundMs: 50 } });
    expect(await trial.failure).toBe(
      'the plugin had to be interrupted more than 5 times in a minute and was stopped.',
    );
  });

  it('where the engine does not look at the clock is ended', async () => {
    const body = 'Array.prototype.indexOf.call({ length: 2 ** 52 }, 1);';
    const trial = await start(toolModule('t', body), { limits: { toolCallMs: 300 } });
    const ended = /did not (?:finish|respond)|and was interrupted/;
    await expect(trial.run()).rejects.toThrow(ended);
  });

  it('and waits for nothing in a tool is ended', async () => {
    const body = 'return new Promise(() => {});';
    const trial = await start(toolModule('t', body), { limits: { toolCallMs: 300 } });
    const reason = 'tool "test_sample_t" did not finish within 0.3 s; the plugin was stopped.';
    await expect(trial.run()).rejects.toThrow(reason);
    expect(await trial.failure).toBe(reason);
    expect(trial.plugin?.tools).toEqual([]);
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
    const trial = await start(code, { limits: { eventHandlerMs: 200, pingMs: 100 } });
    const call = trial.run();
    trial.publish('one');
    expect((await call).content).toBe('done');
    await trial.logged('info handled');
  });

  it('leaves the loop of the office alone', async () => {
    const trial = await start(toolModule('t', loop), { limits: { toolCallMs: 1500 } });
    const before = performance.eventLoopUtilization();
    await expect(trial.run()).rejects.toThrow('did not finish');
    // The share of the time in which this thread had something to do, waiting for a core included; a
    // loop of its own makes it 1.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.9);
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
    // Its end is no event for this process; when it never comes, the limit of the test says so.
    while (await isRunning(plugin)) await delay(50);
  });
});
