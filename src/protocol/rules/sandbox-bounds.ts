import { limits } from '../limits.js';
import type { SandboxBounds, Workspace } from '../records/organisation.js';

/** The bounds of a floor's sandboxes. */
export function boundsOf(floor: Pick<Workspace, 'sandboxBounds'> | null): SandboxBounds {
  return {
    processes: limits.sandboxProcesses,
    memoryMb: limits.sandboxMemoryMb,
    writtenMb: limits.sandboxWrittenMb,
    ...floor?.sandboxBounds,
  };
}
