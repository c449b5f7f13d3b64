import type { TriggerDelivery } from '#protocol/records/triggers.js';
import type { OutboxEntry } from '../../outbox/outbox-job.js';
import type { OutboundMessage } from './outbound-message.js';

const states = { waiting: 'waiting', done: 'sent', 'given-up': 'given-up' } as const;

/** A job of an outbound hook, as people see it. */
export function shownJob(job: OutboxEntry): TriggerDelivery {
  const { data, type } = job.payload as OutboundMessage;
  const { runId } = data;
  return {
    id: job.id,
    triggerId: job.subject,
    at: job.createdAt,
    source: type === 'sample' ? 'sample' : 'event',
    state: states[job.state],
    runId: typeof runId === 'string' ? runId : null,
    message: job.state === 'done' ? null : job.lastError,
    attempts: job.attempts,
  };
}
