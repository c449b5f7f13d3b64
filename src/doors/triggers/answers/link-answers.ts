import { Injectable } from '@nestjs/common';
import { type Actor, runAs } from '#platform/actors/actor.js';
import { Actors, requireRight } from '#platform/actors/actors.js';
import { AuditTrail } from '#platform/audit/audit-trail.js';
import { ForbiddenError, NotFoundError } from '#platform/errors/office-error.js';
import type { Approval } from '#protocol/records/work.js';
import { answerRights } from '#protocol/rules/rights-table.js';
import { answerTexts } from '#protocol/texts/triggers.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { AnswerLinks } from './answer-links.js';

interface Given {
  readonly approved: boolean;
  readonly reason: string;
  /** Empty: the caller is identified in another way. */
  readonly token: string;
}

/** Answers to questions that were opened by a link. */
@Injectable()
export class LinkAnswers {
  constructor(
    private readonly links: AnswerLinks,
    private readonly approvals: ApprovalsService,
    private readonly actors: Actors,
    private readonly audit: AuditTrail,
  ) {}

  /** Null: the link is not valid. */
  async find(
    link: string,
  ): Promise<{ readonly approval: Approval; readonly until: number } | null> {
    const linked = await this.links.read(link);
    const approval = linked === null ? null : await this.approvals.find(linked.approvalId);
    return linked === null || approval === null ? null : { approval, until: linked.until };
  }

  /**
   * Answers the question, once only, in the name of the caller or of the given token.
   * @throws NotFoundError, ForbiddenError, TooLateError
   */
  async answer(link: string, { approved, reason, token }: Given, caller: Actor): Promise<void> {
    const actor = token === '' ? caller : this.actors.byToken(token, caller.address, caller.door);
    const linked = await this.links.read(link);
    const given = { approvalId: linked?.approvalId };
    await runAs(actor ?? caller, () =>
      this.audit.carryOut({ operation: 'POST answers/:id', given }, async () => {
        if (actor === null) throw new ForbiddenError(answerTexts.tokenInvalid);
        requireRight(...answerRights({}));
        if (linked === null) throw new NotFoundError(answerTexts.unknown);
        const name = actor.name ?? undefined;
        await this.approvals.decide(linked.approvalId, { approved, reason, scope: 'once', name });
      }),
    );
  }
}
