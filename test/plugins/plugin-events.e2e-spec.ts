import { sampleFact } from '../support/sample-records.js';
import { describe, expect, it } from '@jest/globals';
import { pluginTrials } from '../support/plugins/run-plugin.js';

const start = pluginTrials();

describe('events for a plugin', () => {
  it('are those it asked for, in their order, until it unsubscribes', async () => {
    const code = `export function activate(api) {
      const off = api.on('log', (event) => {
        api.log('info', 'saw ' + event.message);
        if (event.message === 'two') off();
      });
    }`;
    const trial = await start(code);
    trial.bus.publish({
      type: 'memory.retracted',
      at: 1,
      id: 'fact_1',
      fact: sampleFact({ id: 'fact_1' }),
    });
    trial.publish('one', 'two', 'three');
    await trial.logged('info saw two');
    expect(trial.log).toEqual(['info saw one', 'info saw two']);
  });

  it('reach every handler, whether or not another one throws', async () => {
    const code = `export function activate(api) {
      api.on('log', () => { throw new Error('oops'); });
      api.on('log', async ({ message }) => api.log('info', 'saw ' + message));
      api.on('log', async () => { throw 'late'; });
    }`;
    const trial = await start(code);
    trial.publish('one', 'two');
    await trial.logged('info saw two');
    expect(trial.log.slice(0, 3).sort()).toEqual([
      'info saw one',
      'warn event handler threw: late',
      'warn event handler threw: oops',
    ]);
    expect(trial.plugin?.tools).toEqual([]);
  });

  it('are left out, and counted, when they come faster than they are handled', async () => {
    const code = `export function activate(api) {
      let seen = 0;
      api.on('log', ({ message }) => { seen += 1; if (message === 'last') api.log('info', 'seen ' + seen); });
    }`;
    const trial = await start(code);
    trial.publish(...Array.from({ length: 700 }, (_, index) => String(index)));
    await trial.logged(
      'warn 199 event(s) were not delivered: the plugin handles them more slowly than they come.',
    );
    trial.publish('last');
    await trial.logged('info seen 502');
  });
});
