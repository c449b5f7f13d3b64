import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';

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
