import { usualWaits } from '#doors/outbox/after-failure.js';
import { Outbox } from '#doors/outbox/outbox.js';
import { OutboxWorker } from '#doors/outbox/outbox-worker.js';
import { Repeater } from '#platform/repeater.js';
import { outboxTexts } from '#protocol/texts/outbox.js';
import type { RunningOffice } from './start-office.js';

/** Failed work is tried again a hundred times sooner than outside tests. */
export function hurryOutbox({ app }: Pick<RunningOffice, 'app'>): void {
  const outbox = app.get(Outbox, { strict: false });
  for (const handler of outbox.kinds.map((kind) => outbox.handlerOf(kind))) {
    const waits = (handler?.waits ?? usualWaits).map((ms) => ms / 100);
    Object.assign(handler ?? {}, { waits });
  }
  const failure = { scope: 'doors/outbox', text: outboxTexts.notLooked };
  const worker = app.get(OutboxWorker, { strict: false });
  app.get(Repeater, { strict: false }).every(100, failure, () => worker.look());
}
