import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { SkillsService } from '../../skills/skills.service.js';
import type { FloorName } from '../active-floor.service.js';
import { FloorEditor } from '../floor-editor.js';
import { fitRoleSkills } from '../people/change-role.js';
import { acceptStyle } from '../style/clean-style.js';
import { uniqueKnown } from '../unique-known.js';
import {
  acceptColor,
  acceptDescription,
  acceptFloorName,
  type BudgetPatch,
  type FloorDetails,
  editIsolation,
  editShell,
  type IsolationPatch,
  type ShellPatch,
} from './edit-floor.js';

/** The editable parts of a floor; absent ones stay unchanged. */
interface FloorPatch extends FloorDetails, IsolationPatch, ShellPatch {
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
  'packages',
  'hosts',
  'visibleSecrets',
  'isolation',
  'worktreeSetup',
  'trusted',
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

  setIsolation(workspaceId: FloorName, patch: IsolationPatch): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => editIsolation(floor, patch));
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
    const detailed = editIsolation(editShell(editDetails(funded, patch), patch), patch);
    return style === undefined ? detailed : editStyle(detailed, style);
  }

  private knownSkills(): ReadonlySet<string> {
    return new Set(this.skills.all().map((skill) => skill.id));
  }
}

/**
 * The floor with new details: the company takes the floor's name, a blank description removes it, a
 * blank colour changes nothing.
 */
function editDetails(floor: Workspace, details: FloorDetails): Workspace {
  return paint(describe(rename(floor, details.name), details.description), details.color);
}

function rename(floor: Workspace, given: string | undefined): Workspace {
  if (given === undefined) return floor;
  const name = acceptFloorName(given);
  return { ...floor, name, org: { ...floor.org, company: { ...floor.org.company, name } } };
}

function describe(floor: Workspace, given: string | undefined): Workspace {
  if (given === undefined) return floor;
  const { description: _, ...undescribed } = floor;
  const description = acceptDescription(given);
  return description === undefined ? undescribed : { ...floor, description };
}

function paint(floor: Workspace, given: string | undefined): Workspace {
  const color = acceptColor(given);
  return color === undefined ? floor : { ...floor, color };
}

/**
 * The floor with new ceilings; absent ones stay unchanged.
 * @throws RefusedError for anything but a finite, non-negative number of dollars
 */
function editBudget(floor: Workspace, patch: BudgetPatch): Workspace {
  const { totalUsd: totalNow, ...rest } = floor.budget;
  const { defaultRunUsd = rest.defaultRunUsd, totalUsd = totalNow ?? null } = patch;
  if (!isDollars(defaultRunUsd)) throw new RefusedError(workspaceTexts.badDefaultBudget);
  if (totalUsd !== null && !isDollars(totalUsd)) {
    throw new RefusedError(workspaceTexts.badTotalBudget);
  }
  const budget = { ...rest, defaultRunUsd, ...(totalUsd !== null && { totalUsd }) };
  return { ...floor, budget };
}

function isDollars(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * The floor with other enabled skills, without unknown and repeated ids; each role keeps its
 * enabled ones, or gets the first.
 *
 * @throws RefusedError if no known skill remains
 */
function editSkills(
  floor: Workspace,
  wanted: readonly string[],
  known: ReadonlySet<string>,
): Workspace {
  const skillIds = uniqueKnown(wanted, known);
  if (skillIds.length === 0) throw new RefusedError(workspaceTexts.needsSkill);
  const roles = floor.org.roles.map((role) => fitRoleSkills(role, skillIds));
  return { ...floor, skillIds, org: { ...floor.org, roles } };
}

/**
 * The floor with a new style, which replaces the old one; null is the default preset.
 * @throws RefusedError for an invalid style or unknown preset
 */
function editStyle(floor: Workspace, given: unknown): Workspace {
  if (given !== null) return { ...floor, style: acceptStyle(given) };
  const { style: _, ...unstyled } = floor;
  return unstyled;
}
