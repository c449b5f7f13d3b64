import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { ConversationsCommands } from './conversations.commands.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { EmployeeConversation } from './employee-conversation.js';

/**
 * Owns talking to employees outside runs: chat and planning. It keeps nothing but the events and
 * the account of what an answer cost; the people and the models are others'.
 */
@Module({
  imports: [ModelsModule, WorkspacesModule],
  controllers: [ConversationsController],
  providers: [EmployeeConversation, ConversationsService, ConversationsCommands],
})
export class ConversationsModule {}
