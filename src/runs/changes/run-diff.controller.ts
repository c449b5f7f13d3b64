import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Operation, refused } from '../../platform/openapi/operation.js';
import type { RunChanges } from '../../protocol/records/file-changes.js';
import { RunDiffService } from './run-diff.service.js';

/** All file changes of a run. Outside `/api/`, whose operations are fixed. */
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

  /** Streamed, so that no large part of the patch is in memory. */
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
    else await pipeline(patch.read(), response).catch(ignoreDisconnect(response));
  }
}

/** Parsed here, because the framework drops query values after the first thousand. */
function pathsIn(url: string): readonly string[] {
  return new URL(url, 'http://office').searchParams.getAll('path');
}

/** A client that leaves ends the patch; that is not a fault. */
function ignoreDisconnect(response: Response): (thrown: NodeJS.ErrnoException) => void {
  return (thrown) => {
    const isLeft = thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' || response.req.socket.destroyed;
    if (!isLeft) throw thrown;
  };
}
