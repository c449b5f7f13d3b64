import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { SkillsService } from '../../skills/skills.service.js';
import type { FloorName } from '../active-floor.service.js';
import { FloorEditor } from '../floor-editor.js';
import {
  editBudget,
  type BudgetPatch,
  editDetails,
  type FloorDetails,
  editShell,
  type ShellPatch,
  editSkills,
  editStyle,
} from './edit-floor.js';

/** The editable parts of a floor; absent ones stay unchanged. */
export interface FloorPatch extends FloorDetails, ShellPatch {
  readonly skillIds?: readonly string[];
  readonly budget?: BudgetPatch;
  /** Null = the default preset. */
  readonly style?: unknown;
}

const patchFields = [
  'skillIds',
  'budget',
  'name',
  'description',
  'color',
  'style',
  'shell',
  'sandboxBounds',
] as const;

/** Name, skills, ceilings, style and commands of a floor. */
@Injectable()
export class FloorSettingsService {
  constructor(
    private readonly editor: FloorEditor,
    private readonly skills: SkillsService,
  ) {}

  /**
   * Applies skills, budget, details, commands and style in this order, all or none.
   * @throws RefusedError
   */
  async update(workspaceId: string, patch: FloorPatch): Promise<Workspace> {
    if (patchFields.every((field) => patch[field] === undefined)) {
      throw new RefusedError(workspaceTexts.nothingToUpdate);
    }
    return this.editor.edit(workspaceId, (floor) => this.patched(floor, patch));
  }

  setSkills(workspaceId: FloorName, skillIds: readonly string[]): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => this.patched(floor, { skillIds }));
  }

  setBudget(workspaceId: FloorName, budget: BudgetPatch): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => this.patched(floor, { budget }));
  }

  setDetails(workspaceId: FloorName, details: FloorDetails): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => editDetails(floor, details));
  }

  setShell(workspaceId: FloorName, patch: ShellPatch): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => editShell(floor, patch));
  }

  /** The complete style; null is the default preset. */
  setStyle(workspaceId: FloorName, style: unknown): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => editStyle(floor, style));
  }

  private patched(floor: Workspace, patch: FloorPatch): Workspace {
    const { skillIds, budget, style } = patch;
    const skilled =
      skillIds === undefined ? floor : editSkills(floor, skillIds, this.knownSkills());
    const funded = budget === undefined ? skilled : editBudget(skilled, budget);
    const detailed = editShell(editDetails(funded, patch), patch);
    return style === undefined ? detailed : editStyle(detailed, style);
  }

  private knownSkills(): ReadonlySet<string> {
    return new Set(this.skills.all().map((skill) => skill.id));
  }
}
