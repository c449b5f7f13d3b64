import { describe, expect, it } from '@jest/globals';
import { SystemClock } from '../clock.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { Observations, type Observation } from './observations.js';

const failure: Observation = { kind: 'commit-failed' };
const failover = (providerId: string): Observation => ({ kind: 'failed-over', providerId });

function newObservations() {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const sinks = { out: write, err: write };
  const logger = new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks });
  return { observations: new Observations(), lines, log: logger.scope('test') };
}

describe('Observations', () => {
  it('tells an observer that loads late everything since it was added, in order', async () => {
    const { observations, log } = newObservations();
    const heard: Observation[] = [];
    const loading = Promise.withResolvers<(observation: Observation) => void>();
    observations.record(failover('before'));
    const observed = observations.observe(loading.promise, log);
    observations.record(failover('meanwhile'));
    loading.resolve((observation) => void heard.push(observation));
    await observed;
    observations.record(failover('after'));
    expect(heard).toEqual([failover('meanwhile'), failover('after')]);
  });

  it('goes on after an observer that throws, and says so', async () => {
    const { observations, log, lines } = newObservations();
    const heard: Observation[] = [];
    const faulty = (): never => {
      throw new Error('boom');
    };
    await observations.observe(Promise.resolve(faulty), log);
    await observations.observe(
      Promise.resolve((observation: Observation) => void heard.push(observation)),
      log,
    );
    observations.record(failure);
    expect(heard).toEqual([failure]);
    expect(lines.join('\n')).toContain('[test] a commit-failed could not be counted: boom');
  });

  it('keeps nothing for an observer that cannot be loaded', async () => {
    const { observations, log } = newObservations();
    const observed = observations.observe(Promise.reject(new Error('gone')), log);
    await expect(observed).rejects.toThrow('gone');
    expect(() => observations.record(failure)).not.toThrow();
  });
});
