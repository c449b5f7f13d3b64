import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OfficeConfig } from '#platform/config/office-config.js';
import { redactor } from '#platform/logging/redact.js';
import { outboundTexts, triggerTexts } from '#protocol/texts/triggers.js';
import { Outbox } from '../../outbox/outbox.js';
import { OutboxFailure, type OutboxHandler, type OutboxJob } from '../../outbox/outbox-job.js';
import { OutgoingPosts, postTimeoutMs } from '../../outbox/outgoing-posts.js';
import { AnswerLinks } from '../answers/answer-links.js';
import { signedHeaders } from '../signatures.js';
import { secretsOf, type StoredTrigger } from '../trigger-spec.js';
import { TriggersRepository } from '../triggers.repository.js';
import { bodyOf, type OutboundMessage, outboundKind } from './outbound-message.js';

/** Status with which a receiver unsubscribes (Standard Webhooks). */
const goneStatus = 410;

/** The stored result of a message that arrived. */
interface Sent {
  readonly status: number;
}

/** Sends messages of outbound hooks, signed; each attempt of a message has the same id. */
@Injectable()
export class OutboundSender implements OnModuleInit, OutboxHandler {
  readonly kind = outboundKind;
  readonly timeoutMs = postTimeoutMs;

  constructor(
    private readonly outbox: Outbox,
    private readonly rows: TriggersRepository,
    private readonly links: AnswerLinks,
    private readonly posts: OutgoingPosts,
    private readonly config: OfficeConfig,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  async perform(job: OutboxJob, signal: AbortSignal): Promise<Sent> {
    const trigger = await this.rows.find(this.dataSource.manager, job.subject);
    if (trigger === null) throw new OutboxFailure(outboundTexts.gone, null);
    const message = job.payload as OutboundMessage;
    if (trigger.paused && message.type !== 'sample')
      throw new OutboxFailure(triggerTexts.paused, null);
    const body = await this.bodyOf(trigger, message);
    const now = new Date();
    const { url = '' } = trigger.spec;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'office-hooks',
      ...signedHeaders(secretsOf(trigger, now.getTime()), job.id, now, body),
    };
    const answer = await this.posts.send(url, { headers, body: Buffer.from(body) }, signal);
    const { status, isTaken, failure } = answer;
    if (isTaken) return { status };
    throw status === goneStatus ? new OutboxFailure(failure.message, null) : failure;
  }

  private async bodyOf({ spec }: StoredTrigger, message: OutboundMessage): Promise<string> {
    const { approvalId } = message.data;
    const link = typeof approvalId === 'string' ? await this.links.make(approvalId) : null;
    const redact = redactor(this.config.secrets);
    return bodyOf(spec.format ?? 'standard', message, link, redact);
  }
}
