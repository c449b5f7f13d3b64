import type { Workspace } from '../../protocol/records/organisation.js';
import { acceptStyle } from '../style/accept-style.js';

/**
 * The floor in another style, which replaces the whole one before it; null is the default preset.
 * @throws RefusedError in the words of behaviour-server.md 6.2
 */
export function editStyle(floor: Workspace, given: unknown): Workspace {
  if (given !== null) return { ...floor, style: acceptStyle(given) };
  const { style: _, ...unstyled } = floor;
  return unstyled;
}
