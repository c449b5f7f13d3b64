import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import { shapeTexts } from '../../protocol/texts/http.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';

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
