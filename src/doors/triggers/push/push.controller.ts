import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { WidensRights } from '#platform/http/widening-rights.js';
import { Operation } from '#platform/openapi/operation.js';
import { RequiredObject, RequiredString } from '#platform/validation/fields.js';
import type { Done } from '#protocol/answers.js';
import type { PushKey, PushSubscribed } from '#protocol/records/push.js';
import { Subscribers } from './subscribers.js';
import { VapidKeys } from './vapid-keys.js';

/** Body of `POST /push`: the result of `PushSubscription.toJSON()`. */
class SubscribeBody {
  @RequiredString()
  endpoint!: string;

  /** `p256dh` and `auth`. */
  @RequiredObject()
  keys!: Record<string, unknown>;
}

/**
 * Browsers that get messages while the page is closed. Outside `/api/`, whose operations are fixed.
 */
@ApiTags('triggers')
@Controller('push')
export class PushController {
  constructor(
    private readonly subscribers: Subscribers,
    private readonly keys: VapidKeys,
  ) {}

  @Get()
  @Operation({ summary: 'The key by which browsers subscribe', answers: 'PushKey' })
  async pushKey(): Promise<PushKey> {
    return { key: (await this.keys.own()).publicKey };
  }

  /** Widens rights, because a malicious page could send all messages elsewhere. */
  @WidensRights(true)
  @Post()
  @Operation({
    summary: 'Subscribe a browser, as long as its caller is let in',
    answers: 'PushSubscribed',
    status: 201,
  })
  async subscribe(@Body() { endpoint, keys }: SubscribeBody): Promise<PushSubscribed> {
    return { id: await this.subscribers.subscribe(endpoint, keys) };
  }

  @WidensRights(false)
  @Delete(':id')
  @Operation({ summary: 'End the subscription of a browser', answers: 'Done' })
  async unsubscribe(@Param('id') id: string): Promise<Done> {
    await this.subscribers.remove(id);
    return { ok: true };
  }
}
