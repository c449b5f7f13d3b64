import { expect } from '@jest/globals';
import { EventCounterEntity, EventEntity } from '#platform/events/event.entity.js';
import type { Store } from './open-store.js';

/** What the log holds: every number with the frame that stands under it. */
export async function storedRows({
  dataSource,
}: Store): Promise<readonly (readonly [number, string])[]> {
  const rows = await dataSource.manager.find(EventEntity, { order: { seq: 'ASC' } });
  return rows.map(({ seq, payloadJson }) => [seq, payloadJson]);
}

export async function lastNumber({ dataSource }: Store): Promise<number> {
  return (await dataSource.manager.findOneByOrFail(EventCounterEntity, { id: 1 })).last;
}

/** Checks that what was announced is what is stored, under numbers without hole or repeat. */
export async function expectLogMatches(store: Store): Promise<void> {
  const stored = await storedRows(store);
  expect(stored.map(([seq]) => seq)).toEqual(stored.map((_, index) => index + 1));
  expect(await lastNumber(store)).toBe(stored.length);
  const announced = store.events.map((event) => [event.seq, JSON.stringify(event)]);
  expect(announced).toEqual(stored.slice(stored.length - announced.length));
}
