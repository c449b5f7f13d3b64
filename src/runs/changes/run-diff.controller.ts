import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RefusedError } from '../../platform/errors/office-error.js';
import { queryText } from '../../platform/http/query-parameters.js';
import { Operation, refused } from '../../platform/openapi/operation.js';
import type {
  ChangeActions,
  ChangedLines,
  RunChanges,
} from '../../protocol/records/change-review.js';
import { OptionalString, RequiredChoice, RequiredText } from '../../platform/validation/fields.js';
import { type ChangeSide, changeSides } from '../../protocol/records/enums.js';
import { changesTexts } from '../../protocol/texts/changes.js';
import { ChangeActionsService } from './change-actions.service.js';
import { ChangedLinesService } from './changed-lines.service.js';
import { RunDiffService } from './run-diff.service.js';

const sinceParameter = {
  name: 'since',
  type: String,
  required: false,
  description: 'A version of the change: only what was changed after it.',
} as const;

const turnParameter = {
  name: 'turnId',
  type: String,
  required: false,
  description: 'The turn from which on the change would be reverted; absent: the whole run.',
} as const;

/** Parameters of `GET /runs/:id/changes/lines`. */
class LinesQuery {
  @RequiredText(changesTexts.pathRequired)
  path!: string;

  @RequiredChoice(changeSides)
  side!: ChangeSide;

  /** First line, from 1. */
  @OptionalString()
  from?: string;

  /** Last line. */
  @OptionalString()
  to?: string;

  @OptionalString()
  since?: string;
}

/** All file changes of a run. Outside `/api/`, whose operations are fixed. */
@ApiTags('runs')
@Controller('runs')
export class RunDiffController {
  constructor(
    private readonly service: RunDiffService,
    private readonly lines: ChangedLinesService,
    private readonly actions: ChangeActionsService,
  ) {}

  @Get(':id/changes')
  @Operation({
    summary: 'The files that a run changed in all, without their patches',
    answers: 'RunChanges',
    refuses: [400, 404],
  })
  @ApiQuery(sinceParameter)
  listChanges(@Param('id') id: string, @Query('since') since: unknown): Promise<RunChanges> {
    return this.service.changes(id, queryText(since));
  }

  @Get(':id/changes/lines')
  @Operation({
    summary: 'Lines of a changed file, as it was before or after the run; at most 2,000',
    answers: 'ChangedLines',
    refuses: [400, 404],
  })
  readLines(@Param('id') id: string, @Query() asked: LinesQuery): Promise<ChangedLines> {
    const { path, side, since } = asked;
    return this.lines.read(id, { path, side, ...rangeIn(asked), since: queryText(since) });
  }

  @Get(':id/changes/actions')
  @Operation({
    summary: 'What can be done with the change of a run, and why the rest cannot',
    answers: 'ChangeActions',
    refuses: [404],
  })
  @ApiQuery(turnParameter)
  tellActions(@Param('id') id: string, @Query('turnId') turnId: unknown): Promise<ChangeActions> {
    return this.actions.of(id, queryText(turnId));
  }

  /**
   * Streamed, so that no large part of the patch is in memory. The query is parsed here, because the
   * framework drops values after the first thousand.
   */
  @Get(':id/changes.patch')
  @ApiOperation({ summary: 'What a run changed in all, as a patch that `git apply` takes' })
  @ApiQuery({
    name: 'path',
    type: String,
    required: false,
    isArray: true,
    description: 'A file of the list: only its patch. It may be given several times.',
  })
  @ApiQuery(sinceParameter)
  @ApiOkResponse({
    description: 'Success.',
    content: { 'text/x-diff': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 400, ...refused })
  @ApiResponse({ status: 404, ...refused })
  async readPatch(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { searchParams } = new URL(request.url, 'http://office');
    const since = queryText(searchParams.get('since'));
    await using patch = await this.service.openPatch(id, searchParams.getAll('path'), since);
    response.setHeader('content-type', 'text/x-diff; charset=utf-8');
    response.setHeader('content-length', patch.bytes);
    if (request.method === 'HEAD') response.end();
    else await pipeline(patch.read(), response).catch(ignoreDisconnect(response));
  }
}

/** @throws RefusedError */
function rangeIn({ from, to }: LinesQuery): { readonly from?: number; readonly to?: number } {
  const [first, last] = [numberIn(from), numberIn(to)];
  if ((first ?? 1) > (last ?? Infinity)) throw new RefusedError(changesTexts.badLines);
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new RefusedError(changesTexts.badLines);
  return Number(text);
}

/** A client that leaves ends the patch; that is not a fault. */
function ignoreDisconnect(response: Response): (thrown: NodeJS.ErrnoException) => void {
  return (thrown) => {
    const isLeft = thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' || response.req.socket.destroyed;
    if (!isLeft) throw thrown;
  };
}
