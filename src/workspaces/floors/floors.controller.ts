import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NotFoundError } from '../../platform/errors/office-error.js';
import { Operation } from '../../platform/openapi/operation.js';
import {
  OptionalAnyValue,
  OptionalChoice,
  OptionalFlag,
  OptionalNullableString,
  OptionalObject,
  OptionalString,
  OptionalStrings,
} from '../../platform/validation/fields.js';
import { givesMoreThan, WidensRights } from '../../platform/http/widening-rights.js';
import {
  type FloorShell,
  floorShells,
  type Isolation,
  isolations,
} from '../../protocol/records/enums.js';
import type { Done } from '../../protocol/answers.js';
import type { OrganisationDetail } from '../../protocol/records/organisation-detail.js';
import type { WorkspaceSummary } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { FloorViews } from '../floor-views.js';
import { ShownFloors } from '../shown-floors.js';
import { OpenFloorBody, openingInside } from './dto/open-floor.dto.js';
import { FloorSettingsService } from './floor-settings.service.js';
import { FloorClosingService } from './floor-closing.service.js';
import { FloorsService } from './floors.service.js';

/** Body of `PUT` and `PATCH /api/workspaces/:id`. */
class UpdateFloorBody {
  @OptionalStrings()
  skillIds?: string[];

  @OptionalObject()
  budget?: Record<string, unknown>;

  @OptionalString()
  name?: string;

  @OptionalString()
  description?: string;

  @OptionalString()
  color?: string;

  /** Null = the default preset. */
  @OptionalAnyValue()
  style?: unknown;

  @OptionalChoice(floorShells)
  shell?: FloorShell;

  /** Null = the defaults. */
  @OptionalAnyValue()
  sandboxBounds?: unknown;

  @OptionalFlag()
  packages?: boolean;

  @OptionalStrings()
  hosts?: string[];

  @OptionalStrings()
  visibleSecrets?: string[];

  @OptionalChoice(isolations)
  isolation?: Isolation;

  /** Null = nothing is run. */
  @OptionalNullableString()
  worktreeSetup?: string | null;

  @OptionalFlag()
  trusted?: boolean;
}

const widensFloor = givesMoreThan(
  ...['skillIds', 'budget', 'name', 'description', 'color', 'style', 'isolation'],
);

/** HTTP routes of floors. */
@ApiTags('workspaces')
@Controller('api/workspaces')
export class FloorsController {
  constructor(
    private readonly workspaces: ShownFloors,
    private readonly floors: FloorsService,
    private readonly closing: FloorClosingService,
    private readonly settings: FloorSettingsService,
    private readonly views: FloorViews,
  ) {}

  @Get()
  @Operation({ summary: 'Every floor, from the ground up', answers: ['WorkspaceSummary'] })
  list(): readonly WorkspaceSummary[] {
    return this.views.summaries();
  }

  @Get(':id')
  @Operation({
    summary: 'One floor with everything on it',
    answers: 'OrganisationDetail',
    refuses: [404],
  })
  detail(@Param('id') id: string): OrganisationDetail {
    const floor = this.workspaces.find(id);
    if (floor === undefined) throw new NotFoundError(workspaceTexts.noWorkspace(id));
    return this.views.detail(floor);
  }

  @WidensRights(givesMoreThan(...openingInside))
  @Post()
  @Operation({ summary: 'Open a floor, fully staffed', answers: 'WorkspaceSummary', status: 201 })
  async open(@Body() request: OpenFloorBody): Promise<WorkspaceSummary> {
    return this.views.summary(await this.floors.open(request));
  }

  @WidensRights(widensFloor)
  @Put(':id')
  @Operation({
    summary: 'Change a floor: all that is sent, or nothing',
    answers: 'WorkspaceSummary',
  })
  async update(@Param('id') id: string, @Body() patch: UpdateFloorBody): Promise<WorkspaceSummary> {
    return this.views.summary(await this.settings.update(id, patch));
  }

  @WidensRights(widensFloor)
  @Patch(':id')
  @Operation({ summary: 'The same as PUT', answers: 'WorkspaceSummary' })
  patch(@Param('id') id: string, @Body() patch: UpdateFloorBody): Promise<WorkspaceSummary> {
    return this.update(id, patch);
  }

  @WidensRights(false)
  @Delete(':id')
  @Operation({ summary: 'Close a floor; its directory and runs stay', answers: 'Done' })
  async close(@Param('id') id: string): Promise<Done> {
    await this.closing.close(id);
    return { ok: true };
  }
}
