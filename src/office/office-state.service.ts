import { Injectable } from '@nestjs/common';
import { ModelsService } from '../models/models.service.js';
import { Clock } from '../platform/clock.js';
import { ConfigDrift } from '../platform/config/config-drift.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { serviceVersion } from '../platform/process/service-version.js';
import {
  StateParts,
  type StatePartKey,
  type StatePartTypes,
} from '../platform/state/state-parts.js';
import type { OfficeState } from '../protocol/records/office.js';
import type { Workspace } from '../protocol/records/organisation.js';
import { ApprovalsService } from '../runs/approvals/approvals.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { SkillsService } from '../skills/skills.service.js';
import { ActiveFloor } from '../workspaces/active-floor.service.js';
import { FloorViews } from '../workspaces/floor-views.js';
import { absentParts } from './absent-parts.js';
import { enabledSkills } from './enabled-skills.js';
import { memoizeLast } from './memoize-last.js';
import { ShownRuns } from './shown-runs.js';

/**
 * Puts the state of the whole office together (records.md 2.1). Nothing is read from the store:
 * every part is what its module holds in memory, projected once after it changed, so a frame costs
 * the same however long the history is.
 */
@Injectable()
export class OfficeStateService {
  private readonly startedAt: number;
  private readonly absent: StatePartTypes;
  private readonly enabledSkills = memoizeLast(enabledSkills);

  constructor(
    private readonly active: ActiveFloor,
    private readonly floors: FloorViews,
    private readonly settings: SettingsService,
    private readonly skills: SkillsService,
    private readonly models: ModelsService,
    private readonly runs: ShownRuns,
    private readonly approvals: ApprovalsService,
    private readonly parts: StateParts,
    private readonly config: OfficeConfig,
    private readonly drift: ConfigDrift,
    clock: Clock,
  ) {
    this.startedAt = clock.now();
    this.absent = absentParts(config);
  }

  /** The state as it is now; immutable. */
  current(): OfficeState {
    const floor = this.active.current();
    return {
      settings: this.settings.current(),
      activeWorkspaceId: floor.id,
      workspaces: this.floors.summaries(),
      ...this.ofFloor(floor),
      models: this.models.projected(),
      providers: this.models.providers(),
      modelSignals: this.models.modelSignals(),
      llmMode: this.config.llm.mode,
      llmModeReason: this.config.llm.reason,
      ...this.drift.current(),
      plugins: this.part('plugins'),
      mcp: this.part('mcp'),
      memory: this.part('memory'),
      vendorBay: this.part('vendorBay'),
      approvals: this.approvals.pending(),
      version: serviceVersion,
      startedAt: this.startedAt,
    };
  }

  private ofFloor(floor: Workspace) {
    const { floorState, ...organisation } = this.floors.organisation(floor);
    return {
      ...organisation,
      skills: this.enabledSkills(this.skills.all(), floor.skillIds),
      floor: floorState,
      style: floorState.style,
      ...this.runs.of(floor.id),
    };
  }

  private part<K extends StatePartKey>(key: K): StatePartTypes[K] {
    return this.parts.read(key) ?? this.absent[key];
  }
}
