import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { ConversationsCommands } from './conversations.commands.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { EmployeeConversation } from './employee-conversation.js';

/**
 * Owns chat and planning outside runs. Stores only events and costs; people and models belong to
 * other modules.
 */
@Module({
  imports: [ModelsModule, WorkspacesModule],
  controllers: [ConversationsController],
  providers: [EmployeeConversation, ConversationsService, ConversationsCommands],
})
export class ConversationsModule {}
