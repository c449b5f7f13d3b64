import { Body, Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { WidensRights } from '../platform/http/widening-rights.js';
import { Operation } from '../platform/openapi/operation.js';
import { recordSchemas } from '../platform/openapi/record-schemas.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { widenedBySettings } from './setting-rules.js';
import { SettingsProjection } from './settings-projection.js';
import { SettingsService } from './settings.service.js';

const anyOfThem = { schema: partialOf('OfficeSettings') };

/** HTTP routes of settings; the three ways to write are equivalent. */
@ApiTags('settings')
@Controller('api/settings')
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly shown: SettingsProjection,
  ) {}

  @Get()
  @Operation({ summary: 'The settings of the installation', answers: 'OfficeSettings' })
  read(): OfficeSettings {
    return this.shown.current();
  }

  @WidensRights(widenedBySettings)
  @Post()
  @Operation({
    summary: 'Change settings: all that is sent, or nothing',
    answers: 'OfficeSettings',
  })
  @ApiBody(anyOfThem)
  change(@Body() patch: Record<string, unknown>): Promise<OfficeSettings> {
    return this.settings.update(patch);
  }

  @WidensRights(widenedBySettings)
  @Put()
  @Operation({ summary: 'The same as POST', answers: 'OfficeSettings' })
  @ApiBody(anyOfThem)
  put(@Body() patch: Record<string, unknown>): Promise<OfficeSettings> {
    return this.settings.update(patch);
  }

  @WidensRights(widenedBySettings)
  @Patch()
  @Operation({ summary: 'The same as POST', answers: 'OfficeSettings' })
  @ApiBody(anyOfThem)
  patch(@Body() patch: Record<string, unknown>): Promise<OfficeSettings> {
    return this.settings.update(patch);
  }
}

/** Any subset of a record's fields. */
function partialOf(name: 'OfficeSettings'): object {
  return { type: 'object', properties: recordSchemas[name].properties };
}
