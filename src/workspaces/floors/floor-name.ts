import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';

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
