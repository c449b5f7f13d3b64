import { buildPushPayload } from '@block65/webcrypto-web-push';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import { redacted, redactor } from '#platform/logging/redact.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { Outbox } from '../../outbox/outbox.js';
import type { OutboxHandler, OutboxJob } from '../../outbox/outbox-job.js';
import { OutgoingPosts, postTimeoutMs } from '../../outbox/outgoing-posts.js';
import { pushKind, type PushMessage, topicOf } from './push-message.js';
import type { StoredSubscription } from './push-subscriptions.repository.js';
import { Subscribers } from './subscribers.js';
import { VapidKeys } from './vapid-keys.js';

/** How long a push service keeps a message for a browser that is away, s. */
const keptSeconds = 12 * 60 * 60;
/** Waits between attempts, ms; few, because a late message helps nobody. */
const waits = [5000, 30_000, 120_000, 600_000] as const;

/** Statuses of a push service that has forgotten a subscription (RFC 8030, 7.3). */
const goneStatuses = [404, 410];

/** The stored result of a message: the status of the answer; null: it was not sent any more. */
interface Sent {
  readonly status: number | null;
}

const notSent: Sent = { status: null };

/**
 * Sends messages to browsers, encrypted for each (RFC 8291) and signed by the office (RFC 8292).
 */
@Injectable()
export class PushSender implements OnModuleInit, OutboxHandler {
  readonly kind = pushKind;
  readonly waits = waits;
  readonly timeoutMs = postTimeoutMs;

  constructor(
    private readonly outbox: Outbox,
    private readonly subscribers: Subscribers,
    private readonly keys: VapidKeys,
    private readonly approvals: ApprovalsService,
    private readonly posts: OutgoingPosts,
    private readonly config: OfficeConfig,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  async perform(job: OutboxJob, signal: AbortSignal): Promise<Sent> {
    const message = job.payload as PushMessage;
    const subscription = await this.subscribers.current(job.subject);
    if (subscription === null || !(await this.isOpen(message))) return notSent;
    const { status, isTaken, failure } = await this.send(subscription, message, signal);
    if (isTaken) return { status };
    if (goneStatuses.includes(status)) {
      await this.subscribers.remove(subscription.id);
      return { status };
    }
    throw failure;
  }

  /** False: the question was answered meanwhile. */
  private async isOpen({ approvalId }: PushMessage): Promise<boolean> {
    if (approvalId === undefined) return true;
    return (await this.approvals.find(approvalId))?.status === 'pending';
  }

  private async send(
    { endpoint, p256dh, auth }: StoredSubscription,
    { type, notice }: PushMessage,
    signal: AbortSignal,
  ) {
    const redact = redactor(this.config.secrets);
    const { headers, body } = await buildPushPayload(
      {
        data: JSON.stringify(redacted(notice, redact)),
        options: {
          ttl: keptSeconds,
          topic: topicOf(notice.tag),
          urgency: type === 'approval.waits' ? 'high' : 'normal',
        },
      },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { ...(await this.keys.own()), subject: contactOf(this.config.publicUrl) },
    );
    return this.posts.send(endpoint, { headers, body: Buffer.from(body) }, signal);
  }
}

/** Address of the sender for push services; some accept no message without one. */
function contactOf(publicUrl: string | null): string {
  return publicUrl?.startsWith('https://') === true ? publicUrl : 'mailto:office@example.com';
}
