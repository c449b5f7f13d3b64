import type { IncomingHttpHeaders } from 'node:http';
import {
  applyDecorators,
  Body,
  Controller,
  Get,
  Header,
  Headers,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { ApiHeader, ApiQuery, ApiTags } from '@nestjs/swagger';
import { carryOutRequest, Once } from '../../platform/commands/once.js';
import { clampedLimit, queryText } from '../../platform/http/query-parameters.js';
import { indentedList } from '../../platform/http/indented-list.js';
import { Operation } from '../../platform/openapi/operation.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import {
  OptionalAmountText,
  OptionalAnyValue,
  OptionalChoice,
  OptionalFlag,
  OptionalNumber,
  OptionalString,
  RequiredText,
} from '../../platform/validation/fields.js';
import { limits } from '../../protocol/limits.js';
import {
  type Isolation,
  isolations,
  type RunStatus,
  runStatuses,
} from '../../protocol/records/enums.js';
import type { Run, RunCounts, RunDetail } from '../../protocol/records/work.js';
import { type RunOrder, runOrders } from '../../protocol/rules/run-order.js';
import type { RunSearch } from '../../protocol/rules/run-search.js';
import { requestIdTexts } from '../../protocol/texts/http.js';
import { submitTexts } from '../../protocol/texts/runs.js';
import { RunsService } from '../history/runs.service.js';
import { SubmissionService } from './submission.service.js';

/** Origin of runs submitted over HTTP. */
const submittedBy = 'http';

/** Body of `POST /api/submit`, payload of the `submit` command. */
export class SubmitRequest {
  @RequiredText(submitTexts.briefRequired)
  brief!: string;

  @OptionalString()
  pipelineId?: string;

  @OptionalNumber()
  budgetUsd?: number;

  @OptionalString()
  workspaceId?: string;

  @OptionalString()
  continues?: string;

  @OptionalFlag()
  full?: boolean;

  @OptionalFlag()
  paced?: boolean;

  @OptionalChoice(isolations)
  isolation?: Isolation;

  @OptionalString()
  session?: string;
}

/** Parameters of a search for runs. */
class RunFilters {
  /** Words that must all occur in the run. */
  @OptionalString()
  search?: string;

  @OptionalChoice(runStatuses)
  status?: RunStatus;

  @OptionalString()
  workspaceId?: string;

  @OptionalString()
  pipelineId?: string;

  /** Id of a role that took part. */
  @OptionalString()
  roleId?: string;

  /** Bounds of the spending, USD. */
  @OptionalAmountText()
  minUsd?: string;

  @OptionalAmountText()
  maxUsd?: string;

  /** Bounds of the time of submission, ms. */
  @OptionalAmountText()
  from?: string;

  @OptionalAmountText()
  to?: string;

  /** Whether files were changed. */
  @OptionalChoice(['true', 'false'])
  changed?: 'true' | 'false';
}

/** Parameters of `GET /api/runs`; with any of them all stored runs are searched. */
class RunsQuery extends RunFilters {
  /** Default: newest. */
  @OptionalChoice(runOrders)
  sort?: RunOrder;

  /** Id of a run: only runs that follow it in the answer. */
  @OptionalString()
  before?: string;

  /** Clamped; default 50. */
  @OptionalAnyValue()
  limit?: unknown;
}

function amountOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** The search that the parameters define; absent ones stay absent. */
function searchOf({ search, status, changed, ...query }: RunFilters): RunSearch {
  return {
    search,
    status,
    workspaceId: queryText(query.workspaceId),
    pipelineId: queryText(query.pipelineId),
    roleId: queryText(query.roleId),
    minUsd: amountOf(query.minUsd),
    maxUsd: amountOf(query.maxUsd),
    from: amountOf(query.from),
    to: amountOf(query.to),
    changed: changed === undefined ? undefined : changed === 'true',
  };
}

/** Describes the parameters of `RunFilters`. */
const describesFilters = applyDecorators(
  ApiQuery({
    name: 'search',
    type: String,
    required: false,
    description:
      'Words that all stand in id, brief, outcome, pipeline or tags, in any form, as parts too.',
  }),
  ApiQuery({ name: 'status', enum: runStatuses, required: false }),
  ApiQuery({ name: 'workspaceId', type: String, required: false }),
  ApiQuery({ name: 'pipelineId', type: String, required: false }),
  ApiQuery({
    name: 'roleId',
    type: String,
    required: false,
    description: 'A role that took part.',
  }),
  ...['minUsd', 'maxUsd'].map((name) =>
    ApiQuery({
      name,
      type: Number,
      required: false,
      description: 'Bound of what was spent, included.',
    }),
  ),
  ...['from', 'to'].map((name) =>
    ApiQuery({
      name,
      type: Number,
      required: false,
      description: 'Bound of the time of submission, ms, included.',
    }),
  ),
  ApiQuery({
    name: 'changed',
    enum: ['true', 'false'],
    required: false,
    description: 'Whether files were changed.',
  }),
);

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
  @describesFilters
  @ApiQuery({
    name: 'sort',
    enum: runOrders,
    required: false,
    description: 'Newest first by default.',
  })
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
    const { sort, before, limit, ...filters } = query;
    const isAsked = Object.values(query).some((parameter) => parameter !== undefined);
    if (!isAsked) return this.runs.list();
    return this.runs.search({
      ...searchOf(filters),
      sort,
      before: queryText(before),
      limit: clampedLimit(limit, { default: limits.runsPageDefault, max: limits.runsPageMax }),
    });
  }
}

/** Figures about all stored runs. */
@ApiTags('runs')
@Controller('runs')
export class RunCountsController {
  constructor(private readonly runs: RunsService) {}

  @Get('counts')
  @Operation({
    summary: 'How many stored runs match, in all and by status',
    answers: 'RunCounts',
    refuses: [400],
  })
  @describesFilters
  countRuns(@Query() query: RunFilters): Promise<RunCounts> {
    return this.runs.counts(searchOf(query));
  }
}
