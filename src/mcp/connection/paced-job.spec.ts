import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PacedJob } from './paced-job.js';

describe('PacedJob', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function paced() {
    const runs: (() => void)[] = [];
    const job = new PacedJob(() => new Promise((resolve) => runs.push(resolve)), 1000);
    return { job, runs };
  }

  it('runs at once, and once more however often it was asked for meanwhile', async () => {
    const { job, runs } = paced();
    job.ask();
    expect(runs).toHaveLength(1);
    job.ask();
    job.ask();
    runs[0]?.();
    await jest.advanceTimersByTimeAsync(999);
    expect(runs).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(2);
    runs[1]?.();
    await jest.advanceTimersByTimeAsync(5000);
    expect(runs).toHaveLength(2);
  });

  it('never runs twice at a time', async () => {
    const { job, runs } = paced();
    job.ask();
    job.ask();
    await jest.advanceTimersByTimeAsync(5000);
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(runs).toHaveLength(2);
  });

  it('begins no further run once it is stopped', async () => {
    const { job, runs } = paced();
    job.ask();
    job.ask();
    job.stop();
    runs[0]?.();
    await jest.advanceTimersByTimeAsync(5000);
    expect(runs).toHaveLength(1);
  });
});
