import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Get, Header, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiQuery, ApiTags } from '@nestjs/swagger';
import { carryOutRequest, Once } from '../../platform/commands/once.js';
import { clampedLimit, queryText } from '../../platform/http/query-parameters.js';
import { indentedList } from '../../platform/http/indented-list.js';
import { Operation } from '../../platform/openapi/operation.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import {
  OptionalAnyValue,
  OptionalChoice,
  OptionalString,
} from '../../platform/validation/fields.js';
import { limits } from '../../protocol/limits.js';
import { type RunStatus, runStatuses } from '../../protocol/records/enums.js';
import type { Run, RunDetail } from '../../protocol/records/work.js';
import { requestIdTexts } from '../../protocol/texts/http.js';
import { SubmitRequest } from './submit.dto.js';
import { RunsService } from '../history/runs.service.js';
import { SubmissionService } from './submission.service.js';

/** Origin of runs submitted over HTTP. */
const submittedBy = 'http';

/** Parameters of `GET /api/runs`; with any of them all stored runs are searched. */
class RunsQuery {
  /** Words that must all occur in the run. */
  @OptionalString()
  search?: string;

  @OptionalChoice(runStatuses)
  status?: RunStatus;

  @OptionalString()
  workspaceId?: string;

  /** Id of a run: only runs that follow it in the answer. */
  @OptionalString()
  before?: string;

  /** Clamped; default 50. */
  @OptionalAnyValue()
  limit?: unknown;
}

@ApiTags('runs')
@Controller('api')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly submissions: SubmissionService,
    private readonly once: Once,
  ) {}

  @WidensRights(false)
  @Post('submit')
  @Operation({ summary: 'Submit a brief', answers: 'Run', status: 202 })
  @ApiHeader({
    name: requestIdTexts.idempotencyKey,
    required: false,
    description: 'The same key and body within a day are answered alike, and begin one run.',
    schema: { type: 'string', minLength: 1, maxLength: limits.requestIdCharacters },
  })
  submit(@Body() submission: SubmitRequest, @Headers() headers: IncomingHttpHeaders): Promise<Run> {
    return carryOutRequest(this.once, headers, ['submit', submission], () =>
      this.submissions.submit({ ...submission, submittedBy }),
    );
  }

  @Get('runs')
  @Operation({
    summary:
      'Runs at work and the latest final ones, newest first; with any parameter, a page of all runs',
    answers: ['Run'],
    refuses: [400],
  })
  @ApiQuery({
    name: 'search',
    type: String,
    required: false,
    description: 'Words that all stand in id, brief, outcome, pipeline or tags, as parts too.',
  })
  @ApiQuery({ name: 'status', enum: runStatuses, required: false })
  @ApiQuery({ name: 'workspaceId', type: String, required: false })
  @ApiQuery({
    name: 'before',
    type: String,
    required: false,
    description: 'Id of a run: only those that come after it in the answer.',
  })
  @ApiQuery({
    name: 'limit',
    type: Number,
    required: false,
    description: `At most ${limits.runsPageMax}; ${limits.runsPageDefault} by default.`,
  })
  @Header('content-type', 'application/json; charset=utf-8')
  async listRuns(@Query() query: RunsQuery): Promise<string> {
    return indentedList(await this.selectRuns(query));
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

  private async selectRuns(query: RunsQuery): Promise<readonly Run[]> {
    const { search, status, workspaceId, before, limit } = query;
    const asked = [search, status, workspaceId, before, limit];
    if (asked.every((parameter) => parameter === undefined)) return this.runs.list();
    return this.runs.search({
      search,
      status,
      workspaceId: queryText(workspaceId),
      before: queryText(before),
      limit: clampedLimit(limit, { default: limits.runsPageDefault, max: limits.runsPageMax }),
    });
  }
}
