import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Get, Headers, Param, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { carryOutRequest, Once } from '../../platform/commands/once.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { Operation } from '../../platform/openapi/operation.js';
import type { FloorFile, FloorPreview, FloorTemplate } from '../../protocol/records/floor-files.js';
import { limits } from '../../protocol/limits.js';
import type { WorkspaceSummary } from '../../protocol/records/organisation.js';
import { requestIdTexts } from '../../protocol/texts/http.js';
import { FloorViews } from '../floor-views.js';
import { ImportFloorBody, PreviewFloorBody } from './floor-files.dto.js';
import { FloorFilesService } from './floor-files.service.js';
import { floorTemplate, floorTemplates } from './floor-templates.js';

/** Floors as files. Outside `/api/`, whose operations are fixed. */
@ApiTags('workspaces')
@Controller('workspaces')
export class FloorFilesController {
  constructor(
    private readonly files: FloorFilesService,
    private readonly views: FloorViews,
    private readonly once: Once,
  ) {}

  @Get('templates')
  @Operation({ summary: 'The gallery: floors to begin with', answers: ['FloorTemplate'] })
  templates(): readonly FloorTemplate[] {
    return floorTemplates();
  }

  @Get('templates/:id')
  @Operation({ summary: 'A floor of the gallery, as a file', answers: 'FloorFile', refuses: [404] })
  template(@Param('id') id: string): FloorFile {
    return floorTemplate(id);
  }

  @Get(':id/file')
  @Operation({ summary: 'A floor as a file', answers: 'FloorFile', refuses: [404] })
  export(@Param('id') id: string): Promise<FloorFile> {
    return this.files.export(id);
  }

  @WidensRights(false)
  @Post('preview')
  @Operation({ summary: 'What an import would make; nothing changes', answers: 'FloorPreview' })
  preview(@Body() body: PreviewFloorBody): Promise<FloorPreview> {
    return this.files.preview(body);
  }

  @WidensRights(true)
  @Post('import')
  @Operation({
    summary: 'Open a floor as a file describes it',
    answers: 'WorkspaceSummary',
    status: 201,
  })
  @ApiHeader({
    name: requestIdTexts.idempotencyKey,
    required: false,
    description: 'The same key and body within a day are answered alike, and open one floor.',
    schema: { type: 'string', minLength: 1, maxLength: limits.requestIdCharacters },
  })
  async import(
    @Body() body: ImportFloorBody,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<WorkspaceSummary> {
    const floor = await carryOutRequest(this.once, headers, ['importWorkspace', body], () =>
      this.files.import(body),
    );
    return this.views.summary(floor);
  }
}
