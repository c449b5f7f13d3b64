import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { SubmitModule } from '../submit/submit.module.js';
import { CommentedFiles } from './commented-files.js';
import { CommentsCommands } from './comments.commands.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';

/** Owns comments on the changes of runs. */
@Module({
  imports: [ChangesModule, SubmitModule, WorkspacesModule],
  controllers: [CommentsController],
  providers: [CommentedFiles, CommentsCommands, CommentsService],
})
export class CommentsModule {}
