import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../platform/socket/socket-command.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type { DirectMessage, PlanReply } from '../protocol/records/conversations.js';
import { ActiveFloor } from '../workspaces/active-floor.service.js';
import { ConversationsService } from './conversations.service.js';
import { ChatRequest, PlanCommand } from './dto/conversations.dto.js';

/** Socket commands of conversations; the default floor is the one being shown. */
@Injectable()
export class ConversationsCommands {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly active: ActiveFloor,
  ) {}

  @WidensRights(false)
  @SocketCommand('chat')
  chat(request: ChatRequest): Promise<readonly DirectMessage[]> {
    return this.conversations.chat(request, () => this.active.read());
  }

  /** Only the asking socket gets the reply. */
  @WidensRights(false)
  @SocketCommand('plan', { reply: 'plan.reply' })
  plan(request: PlanCommand): Promise<PlanReply> {
    return this.conversations.plan(request, () => this.active.read());
  }
}
