import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import type { FloorShell } from '../../protocol/records/enums.js';
import type { SandboxBounds, Workspace } from '../../protocol/records/organisation.js';
import { boundsOf } from '../../protocol/rules/sandbox-bounds.js';
import { shapeTexts } from '../../protocol/texts/http.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { uniqueKnown } from '../unique-known.js';
import { fitRoleSkills } from '../people/change-role.js';
import { acceptStyle } from '../style/accept-style.js';

/** Largest bound of a sandbox. */
const largestBound = 1_000_000;

/** Name and appearance of a floor in lists; absent ones stay unchanged. */
export interface FloorDetails {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string;
}

/**
 * The floor with new details: the company takes the floor's name, a blank description removes it, a
 * blank colour changes nothing.
 */
export function editDetails(floor: Workspace, details: FloorDetails): Workspace {
  return paint(describe(rename(floor, details.name), details.description), details.color);
}

/**
 * A colour as `#rrggbb`; undefined if absent or blank.
 * @throws RefusedError for any other text
 */
export function acceptColor(given: string | undefined): string | undefined {
  const color = given?.trim();
  if (color === undefined || color === '') return undefined;
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  throw new RefusedError(shapeTexts.mustBe('color', 'a colour written as #rrggbb'));
}

/**
 * A trimmed description; undefined if empty.
 * @throws RefusedError if it is too long
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
 * Ceilings from a client. Null removes the ceiling on all spend; the recorded spend is not
 * writable.
 */
export interface BudgetPatch {
  readonly defaultRunUsd?: unknown;
  readonly totalUsd?: unknown;
}

/**
 * The floor with new ceilings; absent ones stay unchanged.
 * @throws RefusedError for anything but a finite, non-negative number of dollars
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

/** How a floor runs commands; absent fields stay unchanged, null is the default. */
export interface ShellPatch {
  readonly shell?: FloorShell;
  readonly sandboxBounds?: unknown;
}

/**
 * The floor with another way to run commands, and other bounds of its sandboxes.
 * @throws RefusedError for anything but whole positive numbers
 */
export function editShell(floor: Workspace, { shell, sandboxBounds }: ShellPatch): Workspace {
  const changed = shell === undefined ? floor : { ...floor, shell };
  if (sandboxBounds === undefined) return changed;
  const { sandboxBounds: _, ...unbounded } = changed;
  if (sandboxBounds === null) return unbounded;
  return { ...changed, sandboxBounds: acceptBounds(floor, sandboxBounds) };
}

function acceptBounds(floor: Workspace, given: unknown): SandboxBounds {
  const present = boundsOf(floor);
  const fields = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const known = Object.keys(present);
  for (const [name, value] of fields) {
    if (!known.includes(name)) throw new RefusedError(workspaceTexts.unknownBound(name, known));
    if (!isBound(value)) throw new RefusedError(workspaceTexts.badBound(name, largestBound));
  }
  return { ...present, ...Object.fromEntries(fields) };
}

function isBound(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= largestBound;
}

/**
 * The floor with other enabled skills, without unknown and repeated ids; each role keeps its
 * enabled ones, or gets the first.
 *
 * @throws RefusedError if no known skill remains
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
 * The floor with a new style, which replaces the old one; null is the default preset.
 * @throws RefusedError for an invalid style or unknown preset
 */
export function editStyle(floor: Workspace, given: unknown): Workspace {
  if (given !== null) return { ...floor, style: acceptStyle(given) };
  const { style: _, ...unstyled } = floor;
  return unstyled;
}

/**
 * The trimmed name of a floor.
 * @throws RefusedError if it is empty or longer than 60 characters
 */
export function acceptFloorName(given: string): string {
  const name = given.trim();
  if (name === '') throw new RefusedError(workspaceTexts.needsName);
  if (name.length > limits.workspaceNameCharacters) {
    throw new RefusedError(workspaceTexts.nameTooLong);
  }
  return name;
}
