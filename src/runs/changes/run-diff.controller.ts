import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Operation, refused } from '../../platform/openapi/operation.js';
import type { RunChanges } from '../../protocol/records/work.js';
import { RunDiffService } from './run-diff.service.js';

/** What a run changed in files, whole. Beside the operations under `/api/`, whose number is fixed. */
@ApiTags('runs')
@Controller('runs')
export class RunDiffController {
  constructor(private readonly service: RunDiffService) {}

  @Get(':id/changes')
  @Operation({
    summary: 'The files that a run changed in all, without their patches',
    answers: 'RunChanges',
    refuses: [400, 404],
  })
  listChanges(@Param('id') id: string): Promise<RunChanges> {
    return this.service.changes(id);
  }

  /** Written as it is read: neither the patch nor a large part of it is in memory. */
  @Get(':id/changes.patch')
  @ApiOperation({ summary: 'What a run changed in all, as a patch that `git apply` takes' })
  @ApiQuery({
    name: 'path',
    type: String,
    required: false,
    isArray: true,
    description: 'A file of the list: only its patch. It may be given several times.',
  })
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
    await using patch = await this.service.openPatch(id, pathsIn(request.url));
    response.setHeader('content-type', 'text/x-diff; charset=utf-8');
    response.setHeader('content-length', patch.bytes);
    if (request.method === 'HEAD') response.end();
    else await pipeline(patch.read(), response).catch(unlessLeft(response));
  }
}

/** All of them: the framework's own reading of a query drops what comes after a thousand. */
function pathsIn(url: string): readonly string[] {
  return new URL(url, 'http://office').searchParams.getAll('path');
}

/** A client that goes away ends the patch, and that is no fault. */
function unlessLeft(response: Response): (thrown: NodeJS.ErrnoException) => void {
  return (thrown) => {
    const isLeft = thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' || response.req.socket.destroyed;
    if (!isLeft) throw thrown;
  };
}
