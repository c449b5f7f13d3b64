import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/openapi/operation.js';
import type { RunComment } from '../../protocol/records/change-review.js';
import { CommentsService } from './comments.service.js';

/** The comments on the change of a run. Outside `/api/`, whose operations are fixed. */
@ApiTags('runs')
@Controller('runs')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Get(':id/comments')
  @Operation({
    summary: 'The comments on the change of a run, sent and kept, in order',
    answers: ['RunComment'],
    refuses: [404],
  })
  listComments(@Param('id') id: string): Promise<readonly RunComment[]> {
    return this.comments.ofRun(id);
  }
}
