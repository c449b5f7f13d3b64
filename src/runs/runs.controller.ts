import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/openapi/operation.js';
import type { Run, RunDetail } from '../protocol/records/work.js';
import { SubmitRequest } from './dto/submit.dto.js';
import { RunsService } from './runs.service.js';
import { SubmissionService } from './submission.service.js';

/** Origin of runs that come in at the HTTP door. */
const submittedBy = 'http';

@ApiTags('runs')
@Controller('api')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly submissions: SubmissionService,
  ) {}

  @Post('submit')
  @Operation({ summary: 'Submit a brief', answers: 'Run', status: 202 })
  submit(@Body() submission: SubmitRequest): Promise<Run> {
    return this.submissions.submit({ ...submission, submittedBy });
  }

  @Get('runs')
  @Operation({ summary: 'Runs at work and the latest final ones, newest first', answers: ['Run'] })
  listRuns(): readonly Run[] {
    return this.runs.list();
  }

  @Get('runs/:id')
  @Operation({
    summary: 'One run with its turns, artifacts and approvals',
    answers: 'RunDetail',
    refuses: [404],
  })
  getRun(@Param('id') id: string): Promise<RunDetail> {
    return this.runs.detail(id);
  }
}
