import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import type { OutboxHandler, OutboxJob } from '#doors/outbox/outbox-job.js';
import { isOwn } from '../meaning/own-words.js';
import { ForgeAccess } from '../services/forge-access.js';
import { asOutboxFailure, forgeJobs, forgeWaits, replyPayload } from '../services/forge-jobs.js';
import { keyOf, withMark } from '../words/marks.js';

/** Comments on an issue or a request, once; finds an earlier attempt by its hidden mark. */
@Injectable()
export class ReplyJob implements OutboxHandler, OnModuleInit {
  readonly kind = forgeJobs.reply;
  readonly waits = forgeWaits;

  constructor(
    private readonly outbox: Outbox,
    private readonly access: ForgeAccess,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  /** Returns the address of the comment. */
  async perform({ payload, attempts }: OutboxJob): Promise<string | null> {
    const { forgeId, thread, mark, body } = replyPayload.parse(payload);
    const open = await this.access.open(forgeId);
    if (open === null) return null;
    const { client, forge } = open;
    try {
      const written = attempts === 1 ? [] : await client.comments(thread);
      // Anybody may write a mark, so only the office's own comments count.
      const earlier = written.find((each) => isOwn(forge, each) && keyOf(each.body) === mark);
      return earlier?.url ?? (await client.reply(thread, withMark(body, mark)));
    } catch (thrown) {
      throw asOutboxFailure(thrown);
    }
  }
}
