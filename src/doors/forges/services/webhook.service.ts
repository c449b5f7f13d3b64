import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { Transactions } from '#platform/database/transactions.js';
import { ForbiddenError } from '#platform/errors/office-error.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { Meaning } from '../forge-facts.js';
import { githubMeaning } from '../meaning/github-meaning.js';
import { gitlabMeaning } from '../meaning/gitlab-meaning.js';
import { headOf, isSigned } from '../meaning/signatures.js';
import type { StoredForge } from '../rows/forges.repository.js';
import { lookJob } from './forge-jobs.js';
import { ForgeSecrets } from './forge-secrets.js';
import { ForgesService } from './forges.service.js';

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  /** The signed bytes. */
  readonly bytes: Buffer;
  readonly payload: unknown;
}

/**
 * Receives events of forges. An event only says where to look; what happened is read from the
 * forge.
 */
@Injectable()
export class WebhookService {
  constructor(
    private readonly forges: ForgesService,
    private readonly secrets: ForgeSecrets,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores a job to look, once for each event.
   * @throws NotFoundError, ForbiddenError
   */
  async take(id: string, { headers, bytes, payload }: Arrived): Promise<void> {
    const forge = await this.forges.require(id);
    const secret = (await this.secrets.of(id))?.webhook ?? null;
    if (secret === null || !isSigned(forge.kind, headers, bytes, secret)) {
      throw new ForbiddenError(forgeTexts.noSignature);
    }
    const head = headOf(forge.kind, headers);
    const meaning = meaningOf(forge, head.event, payload);
    const looks = meaning?.repository === forge.repository ? meaning.looks : [];
    const eventId = head.id ?? createHash('sha256').update(bytes).digest('hex');
    await this.transactions.run(async (tx) => {
      if (looks.length > 0) await this.outbox.enqueue(tx, lookJob(id, `event-${eventId}`, looks));
      tx.conclude({ id });
    });
  }
}

function meaningOf(
  { kind }: Pick<StoredForge, 'kind'>,
  event: string | null,
  payload: unknown,
): Meaning | null {
  return kind === 'gitlab' ? gitlabMeaning(payload) : githubMeaning(event ?? '', payload);
}
