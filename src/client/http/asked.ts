import type { ChangeSide, FloorShell, Isolation } from '../../protocol/records/enums.js';
import type { SandboxBounds } from '../../protocol/records/organisation.js';
import type { OfficeStyle } from '../../protocol/records/style.js';
import type { RunSearch } from '../../protocol/rules/run-search.js';

export interface SinceVersion {
  /** A version of the change: only what was changed after it. */
  readonly since?: string | undefined;
}

/** Parameters of the lines of a changed file. */
export interface AskedLines extends SinceVersion {
  readonly path: string;
  readonly side: ChangeSide;
  /** First and last line, from 1. */
  readonly from?: number;
  readonly to?: number;
}

/** USD. An absent one stays as it is. */
export interface ChangedCeilings {
  readonly defaultRunUsd?: number;
  /** Null: none. */
  readonly totalUsd?: number | null;
}

/** Body of `PUT /api/workspaces/:id`; all fields are optional. */
export interface FloorChange {
  readonly skillIds?: readonly string[];
  readonly budget?: ChangedCeilings;
  readonly name?: string;
  readonly description?: string;
  readonly color?: string;
  /** Null: the default preset. */
  readonly style?: OfficeStyle | null;
  readonly shell?: FloorShell;
  /** Null: the defaults. */
  readonly sandboxBounds?: Partial<SandboxBounds> | null;
  readonly packages?: boolean;
  readonly hosts?: readonly string[];
  readonly visibleSecrets?: readonly string[];
  /** Whether its files count as a person's own words. */
  readonly trusted?: boolean;
  readonly isolation?: Isolation;
  /** Null: nothing is run. */
  readonly worktreeSetup?: string | null;
}

/** A page of the history of runs. */
export interface RunsPage extends RunSearch {
  /** Id of a run: only older ones. */
  readonly before?: string;
  /** At most 200; default 50. */
  readonly limit?: number;
}

/** Parameters of ranked recall. */
export interface MemorySearch {
  readonly q?: string;
  readonly workspaceId?: string;
  readonly roleId?: string;
  readonly limit?: number;
}
