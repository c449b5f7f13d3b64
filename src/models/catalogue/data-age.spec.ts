import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '#test/support/models/models-config.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { DataAge, staleNote } from './data-age.js';
import { modelDataOf } from './model-data.js';

const day = 24 * 60 * 60_000;

describe('staleNote', () => {
  const since = Date.parse('2026-11-22');

  it('says nothing for ninety days', () => {
    expect(staleNote(['2026-11-22', '2026-12-01'], since + 90 * day)).toBeNull();
    expect(staleNote([], since)).toBeNull();
  });

  it('then names the oldest file, and how to renew it', () => {
    const note = staleNote(['2026-12-01', '2026-11-22'], since + 91 * day);
    expect(note).toMatch(/2026-11-22, 91 days old.*npm run models:update/);
  });
});

describe('DataAge', () => {
  it.each([
    [90, 0],
    [1000, 1],
  ])('mentions at boot after %d days in %d line(s)', (days, lines) => {
    const log: string[] = [];
    const clock = new FixedClock();
    const keep = (line: string): void => void log.push(line);
    clock.advance(Date.parse(modelDataOf('openai')?.generated ?? '') + days * day - clock.now());
    const logger = new OfficeLogger({ clock, level: 'info', sinks: { out: keep, err: keep } });
    new DataAge(clock, logger).onModuleInit();
    expect(log).toHaveLength(lines);
  });
});
