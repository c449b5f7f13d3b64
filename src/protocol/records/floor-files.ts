import type { FloorShell, Isolation, RoutingPosture } from './enums.js';
import type { Department, Role, SandboxBounds } from './organisation.js';
import type { OfficeStyle } from './style.js';

/**
 * A floor as a file, without its runs, folder and spend. Rights are only listed in `asksFor`, and
 * never imported.
 */
export interface FloorFile {
  readonly format: 'office-floor';
  readonly version: 1;
  readonly name: string;
  readonly description?: string;
  readonly color?: string;
  /** Of the company. */
  readonly mission: string;
  readonly departments: readonly Department[];
  /** Without desks: imported employees get free ones. */
  readonly roles: readonly FloorFileRole[];
  readonly pipelineIds: readonly string[];
  readonly routingPosture?: RoutingPosture;
  readonly skillIds: readonly string[];
  readonly isolation?: Isolation;
  readonly style?: OfficeStyle;
  readonly budget: FloorFileBudget;
  readonly asksFor?: FloorAsks;
}

export type FloorFileRole = Omit<Role, 'seatId' | 'roomId'>;

/** USD. */
export interface FloorFileBudget {
  readonly defaultRunUsd: number;
  /** Absent: no ceiling. */
  readonly totalUsd?: number;
}

/** Rights that the exported floor had; a person gives them again, or not. */
export interface FloorAsks {
  readonly shell?: FloorShell;
  readonly sandboxBounds?: SandboxBounds;
  readonly packages?: boolean;
  readonly hosts?: readonly string[];
  /** Patterns of file names, never contents of files. */
  readonly visibleSecrets?: readonly string[];
  readonly trusted?: boolean;
  readonly worktreeSetup?: string;
}

/** A preview of an import, with sentences for people. */
export interface FloorPreview {
  readonly name: string;
  readonly description?: string;
  readonly people: readonly Pick<Role, 'id' | 'displayName' | 'title'>[];
  readonly pipelineIds: readonly string[];
  readonly skillIds: readonly string[];
  readonly budget: FloorFileBudget;
  /** Rights that the file names, and that are not imported. */
  readonly asksFor: readonly string[];
  /** Parts that this office does not have or know. */
  readonly leftOut: readonly string[];
  /** Names that are taken, and what becomes of them. */
  readonly conflicts: readonly string[];
}

/** A floor file of the gallery. */
export interface FloorTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly people: number;
  /** A brief to begin with. */
  readonly brief: string;
}
