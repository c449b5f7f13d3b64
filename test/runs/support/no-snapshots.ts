import type { SnapshotsService } from '#runs/changes/snapshots.service.js';

/** Snapshots of a machine without git: no state can be recorded. */
export const noSnapshots = {
  take: async () => null,
  changed: async () => [],
  diff: async () => null,
  begun: async () => null,
  keepBegun: async () => undefined,
  forgetBegun: async () => undefined,
} as unknown as SnapshotsService;
