import type { EnvironmentReader } from './environment-reader.js';
import type { OfficeConfig } from './office-config.js';

/** Where states of workspaces and worktrees of runs are kept, and how long. */
export function readChanges(
  reader: EnvironmentReader,
): Pick<OfficeConfig, 'snapshots' | 'worktrees'> {
  return {
    snapshots: {
      directory: reader.read('OFFICE_SNAPSHOTS_DIR'),
      days: reader.read('OFFICE_SNAPSHOT_DAYS'),
      totalMb: reader.read('OFFICE_SNAPSHOTS_MB'),
    },
    worktrees: {
      directory: reader.read('OFFICE_WORKTREES_DIR'),
      days: reader.read('OFFICE_WORKTREE_DAYS'),
      totalMb: reader.read('OFFICE_WORKTREES_MB'),
    },
  };
}
