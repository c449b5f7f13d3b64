import { Controller, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import { Clock } from '../../platform/clock.js';
import { ForbiddenError, RefusedError } from '../../platform/errors/office-error.js';
import { AccessPolicy } from '../../platform/http/access-policy.js';
import { rawBodyOf } from '../../platform/http/raw-body.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { Operation } from '../../platform/openapi/operation.js';
import type { HookAnswer } from '../../protocol/records/triggers.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { deliveryHeaders, deliveryId, isSigned } from './signatures.js';
import { secretsOf } from './trigger-spec.js';
import { TriggeredRuns } from './triggered-runs.js';
import { TriggersService } from './triggers.service.js';

/** Hooks that others call. Callers have no token: they sign the body. */
@ApiTags('triggers')
@Controller('hooks')
export class HooksController {
  constructor(
    private readonly triggers: TriggersService,
    private readonly runs: TriggeredRuns,
    private readonly policy: AccessPolicy,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  @WidensRights(false)
  @Post(':id')
  @Operation({
    summary: 'Call a hook: the same delivery begins one run',
    answers: 'HookAnswer',
    status: 202,
  })
  async callHook(@Param('id') id: string, @Req() request: Request): Promise<HookAnswer> {
    const trigger = await this.triggers.require(id).catch(() => null);
    const { signature = 'standard' } = trigger?.spec ?? {};
    const secrets = trigger?.kind === 'hook' ? secretsOf(trigger, this.clock.now()) : [];
    const { headers } = request;
    const bytes = rawBodyOf(request);
    const isKnown = secrets.some((secret) => isSigned(signature, secret, headers, bytes));
    if (trigger === null || !isKnown) {
      const refusal = new ForbiddenError(triggerTexts.unsigned);
      await this.audit.refused({ operation: 'POST hooks/:id', given: { id } }, refusal);
      throw refusal;
    }
    const key = deliveryId(signature, headers);
    if (key === null) throw new RefusedError(triggerTexts.noDelivery(deliveryHeaders[signature]));
    const { address } = this.policy.actorOf(request);
    const sent = bytes.toString();
    const arrival = { key: `hook ${key}`, source: 'hook', sent, address } as const;
    const { state, runId, message } = await this.runs.arrive(trigger, arrival);
    return { state, runId, message };
  }
}
