import { RefusedError } from '../../platform/errors/office-error.js';
import { hostRule } from '../../platform/net/egress/host-rules.js';
import { limits } from '../../protocol/limits.js';
import { globMatcher } from '../../tools/files/glob.js';
import type { FloorShell, Isolation } from '../../protocol/records/enums.js';
import type { SandboxBounds, Workspace } from '../../protocol/records/organisation.js';
import { boundsOf } from '../../protocol/rules/sandbox-bounds.js';
import { shapeTexts } from '../../protocol/texts/http.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';

/** Largest bound of a sandbox. */
const largestBound = 1_000_000;

/** Name and appearance of a floor in lists; absent ones stay unchanged. */
export interface FloorDetails {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string;
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

/**
 * Ceilings from a client. Null removes the ceiling on all spend; the recorded spend is not
 * writable.
 */
export interface BudgetPatch {
  readonly defaultRunUsd?: unknown;
  readonly totalUsd?: unknown;
}

/** How a floor runs commands; absent fields stay unchanged, null is the default. */
export interface ShellPatch {
  readonly shell?: FloorShell;
  readonly sandboxBounds?: unknown;
  readonly packages?: boolean;
  readonly hosts?: readonly string[];
  readonly visibleSecrets?: readonly string[];
  readonly trusted?: boolean;
}

/**
 * The floor with another way to run commands, and other bounds of its sandboxes.
 * @throws RefusedError for anything but whole positive numbers
 */
export function editShell(
  floor: Workspace,
  { shell, sandboxBounds, packages, hosts, visibleSecrets, trusted }: ShellPatch,
): Workspace {
  const changed = {
    ...floor,
    ...(shell !== undefined && { shell }),
    ...(packages !== undefined && { packages }),
    ...(trusted !== undefined && { trusted }),
    ...(hosts !== undefined && { hosts: acceptHosts(hosts) }),
    ...(visibleSecrets !== undefined && { visibleSecrets: acceptVisible(visibleSecrets) }),
  };
  if (sandboxBounds === undefined) return changed;
  const { sandboxBounds: _, ...unbounded } = changed;
  if (sandboxBounds === null) return unbounded;
  return { ...changed, sandboxBounds: acceptBounds(floor, sandboxBounds) };
}

/** Where runs of a floor work; absent fields stay unchanged. */
export interface IsolationPatch {
  readonly isolation?: Isolation;
  /** Null or blank: nothing is run. */
  readonly worktreeSetup?: string | null;
}

/**
 * The floor with another place for its runs.
 * @throws RefusedError if the command is too long
 */
export function editIsolation(
  floor: Workspace,
  { isolation, worktreeSetup }: IsolationPatch,
): Workspace {
  const placed = isolation === undefined ? floor : { ...floor, isolation };
  if (worktreeSetup === undefined) return placed;
  const command = worktreeSetup?.trim() ?? '';
  const most = limits.worktreeSetupCharacters;
  if (command.length > most) throw new RefusedError(shapeTexts.tooLong('worktreeSetup', most));
  const { worktreeSetup: _, ...bare } = placed;
  return command === '' ? bare : { ...bare, worktreeSetup: command };
}

function acceptHosts(given: readonly string[]): readonly string[] {
  requireFew('hosts', given);
  return [...new Set(given.map(acceptHost))];
}

function acceptHost(text: string): string {
  const rule = hostRule(text);
  if (rule === null) throw new RefusedError(workspaceTexts.badHost(text));
  return rule;
}

function acceptVisible(given: readonly string[]): readonly string[] {
  requireFew('visibleSecrets', given);
  for (const pattern of given) {
    const isShort = pattern.length <= limits.floorListedCharacters;
    if (!isShort || pattern.trim() === '')
      throw new RefusedError(workspaceTexts.badPattern(pattern));
    globMatcher(pattern);
  }
  return [...new Set(given)];
}

function requireFew(name: string, given: readonly string[]): void {
  const most = limits.floorListed;
  if (given.length > most) throw new RefusedError(workspaceTexts.tooManyListed(name, most));
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
