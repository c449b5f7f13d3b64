import { expect, it } from '@jest/globals';
import { HandClock } from '#test/support/organisations/open-organisations.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { StoreOutages } from './store-outages.js';

it('an outage of the store is told once, and the next one again', () => {
  const clock = new HandClock();
  const lines: string[] = [];
  const keep = (line: string): void => void lines.push(line);
  const logger = new OfficeLogger({ clock, level: 'debug', sinks: { out: keep, err: keep } });
  const outages = new StoreOutages(clock, logger);
  const away = new Error('connection terminated');
  for (let count = 0; count < 10; count += 1) {
    outages.refused(away);
    clock.advance(30_000);
  }
  expect(lines).toEqual([
    expect.stringContaining(
      'WARN [store] the store failed (connection terminated); requests that need it are refused',
    ),
  ]);
  clock.advance(60_000);
  outages.refused(away);
  expect(lines).toHaveLength(2);
});
