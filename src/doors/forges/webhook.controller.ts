import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { rawBodyOf } from '#platform/http/raw-body.js';
import { WidensRights } from '#platform/http/widening-rights.js';
import { Operation } from '#platform/openapi/operation.js';
import type { Done } from '#protocol/answers.js';
import { WebhookService } from './services/webhook.service.js';

/** Receives events of forges, whose signatures prove the sender. */
@ApiTags('forges')
@Controller('forges')
export class ForgeWebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  @WidensRights(false)
  @Post(':id/webhook')
  @HttpCode(202)
  @Operation({
    summary: 'An event of a forge, signed with the secret of its webhook',
    answers: 'Done',
    status: 202,
    refuses: [403, 404],
  })
  async takeEvent(@Param('id') id: string, @Req() request: Request): Promise<Done> {
    const { headers } = request;
    const payload: unknown = request.body;
    await this.webhooks.take(id, { headers, bytes: rawBodyOf(request), payload });
    return { ok: true };
  }
}
