import { beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../clock.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import type { EventDraftOf } from './drafts.js';
import type { EventLog } from './event-log.js';
import { LogMirror } from './log-mirror.js';

type LogDraft = EventDraftOf<'log'>;

/** A store whose commits end when the test allows it. */
class SlowLog {
  readonly commits: (readonly LogDraft[])[] = [];
  private readonly open: (() => void)[] = [];

  append(...drafts: readonly LogDraft[]): Promise<void> {
    this.commits.push(drafts);
    return new Promise((resolve) => this.open.push(resolve));
  }

  endCommit(): void {
    this.open.shift()?.();
  }

  /** Commits until nothing waits. */
  async drain(kept: Promise<void>): Promise<void> {
    const end = { isReached: false };
    void kept.then(() => (end.isReached = true));
    while (!end.isReached) {
      this.endCommit();
      await new Promise(setImmediate);
    }
  }
}

describe('LogMirror', () => {
  let events: SlowLog;
  let logger: OfficeLogger;
  let log: ScopedLogger;

  beforeEach(() => {
    const sinks = { out: () => undefined, err: () => undefined };
    logger = new OfficeLogger({ clock: new SystemClock(), level: 'error', sinks });
    log = logger.scope('test');
    events = new SlowLog();
    new LogMirror(logger, events as unknown as EventLog).onModuleInit();
  });

  const stored = (): readonly string[] => events.commits.flat().map(({ message }) => message);

  it('stores every line in its order, those that wait for the store in one commit', async () => {
    const lines = Array.from({ length: 300 }, (_, number) => `line ${number}`);
    for (const line of lines) log.warn(line);
    expect(events.commits).toHaveLength(1);
    await events.drain(logger.kept());
    expect(stored()).toEqual(lines);
    expect(events.commits.length).toBeLessThanOrEqual(5);
  });

  it('keeps a bounded number waiting, and says how many more there were', async () => {
    for (let number = 0; number < 50_000; number += 1) log.error(`line ${number}`);
    await events.drain(logger.kept());
    expect(stored().length).toBeLessThan(2100);
    const missing = 50_000 - (stored().length - 1);
    expect(stored().at(-1)).toBe(
      `${missing} more warning(s) and error(s) came faster than they could be stored; they are on the console only.`,
    );
    log.warn('afterwards');
    await events.drain(logger.kept());
    expect(stored().at(-1)).toBe('afterwards');
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'stores a line that comes %i microtasks after the last commit',
    async (microtasks) => {
      log.warn('first');
      events.endCommit();
      for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve();
      log.warn('second');
      await events.drain(logger.kept());
      expect(stored()).toEqual(['first', 'second']);
    },
  );
});
