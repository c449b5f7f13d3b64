import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { shapeTexts } from '../../protocol/texts/http.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { uniqueKnown } from '../unique-known.js';
import { fitRoleSkills } from '../people/change-role.js';
import { acceptStyle } from '../style/accept-style.js';

/** What a floor is called and looks like in lists; what is absent stays as it is. */
export interface FloorDetails {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string;
}

/**
 * The floor with other details: the company goes by the floor's name, a blank description removes
 * the description, a blank colour changes nothing.
 */
export function editDetails(floor: Workspace, details: FloorDetails): Workspace {
  return paint(describe(rename(floor, details.name), details.description), details.color);
}

/**
 * A colour as `#rrggbb`; undefined when there is none, or only blanks.
 * @throws RefusedError for any other text
 */
export function acceptColor(given: string | undefined): string | undefined {
  const color = given?.trim();
  if (color === undefined || color === '') return undefined;
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  throw new RefusedError(shapeTexts.mustBe('color', 'a colour written as #rrggbb'));
}

/**
 * A description without the blanks around it; undefined when nothing is left.
 * @throws RefusedError when it is too long
 */
export function acceptDescription(given: string | undefined): string | undefined {
  const description = given?.trim() || undefined;
  const most = limits.workspaceDescriptionCharacters;
  if (description === undefined || description.length <= most) return description;
  throw new RefusedError(shapeTexts.tooLong('description', most));
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
 * Ceilings as a client sends them. Null takes the ceiling on all spend away; what has been spent is
 * the service's own account and not a client's to write.
 */
export interface BudgetPatch {
  readonly defaultRunUsd?: unknown;
  readonly totalUsd?: unknown;
}

/**
 * The floor with other ceilings; an absent one stays as it is.
 * @throws RefusedError for anything but a finite number of dollars, zero or more
 */
export function editBudget(floor: Workspace, patch: BudgetPatch): Workspace {
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
 * The floor with other skills enabled. Unknown and repeated ids are dropped; each role keeps what is
 * still enabled, or gets the first.
 *
 * @throws RefusedError when no known skill is left
 */
export function editSkills(
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
 * The floor in another style, which replaces the whole one before it; null is the default preset.
 * @throws RefusedError for what is no style, and for a preset that does not exist
 */
export function editStyle(floor: Workspace, given: unknown): Workspace {
  if (given !== null) return { ...floor, style: acceptStyle(given) };
  const { style: _, ...unstyled } = floor;
  return unstyled;
}

/**
 * The name of a floor without the blanks around it.
 * @throws RefusedError when nothing is left, or more than 60 characters
 */
export function acceptFloorName(given: string): string {
  const name = given.trim();
  if (name === '') throw new RefusedError(workspaceTexts.needsName);
  if (name.length > limits.workspaceNameCharacters) {
    throw new RefusedError(workspaceTexts.nameTooLong);
  }
  return name;
}
