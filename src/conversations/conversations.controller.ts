import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ClientDeparture } from '../platform/http/client-departure.js';
import { Operation } from '../platform/openapi/operation.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type { DirectMessage, PlanReply } from '../protocol/records/conversations.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { ConversationsService } from './conversations.service.js';
import { ChatRequest, PlanRequest } from './dto/conversations.dto.js';

/** HTTP routes of conversations; the default floor is the default one. */
@ApiTags('conversations')
@Controller('api')
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  @WidensRights(false)
  @Post('chat')
  @Operation({ summary: 'Ask an employee, outside any run', answers: ['DirectMessage'] })
  chat(
    @Body() request: ChatRequest,
    @ClientDeparture() left: AbortSignal,
  ): Promise<readonly DirectMessage[]> {
    return this.conversations.chat(request, () => this.workspaces.defaultFloor(), left);
  }

  @WidensRights(false)
  @Post('plan')
  @Operation({ summary: 'Shape a brief together with an employee', answers: 'PlanReply' })
  plan(@Body() request: PlanRequest, @ClientDeparture() left: AbortSignal): Promise<PlanReply> {
    return this.conversations.plan(request, () => this.workspaces.defaultFloor(), left);
  }
}
