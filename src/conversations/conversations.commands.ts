import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { SocketCommand, type SocketClient } from '../platform/socket/socket-command.js';
import { ActiveFloor } from '../workspaces/active-floor.service.js';
import { ConversationsService } from './conversations.service.js';
import { ChatRequest } from './dto/chat.dto.js';
import { PlanCommand } from './dto/plan.dto.js';

/** Socket commands of conversations; without a floor it means the one being shown. */
@Injectable()
export class ConversationsCommands {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly active: ActiveFloor,
    private readonly clock: Clock,
  ) {}

  @SocketCommand('chat')
  async chat(request: ChatRequest): Promise<void> {
    await this.conversations.chat(request, () => this.active.read());
  }

  /** The reply goes to the asking socket alone. */
  @SocketCommand('plan')
  async plan(request: PlanCommand, client: SocketClient): Promise<void> {
    const reply = await this.conversations.plan(request, () => this.active.read());
    client.send({ type: 'plan.reply', at: this.clock.now(), ...reply });
  }
}
