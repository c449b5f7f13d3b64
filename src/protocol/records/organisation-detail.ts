import type { RoutingPosture } from './enums.js';
import type { FloorState } from './floor.js';
import type {
  Company,
  Department,
  EmployeeState,
  Role,
  WorkspaceBudget,
  WorkspaceSummary,
} from './organisation.js';
import type { Pipeline } from './work.js';

/**
 * Body of `GET /api/workspaces/:id`: a floor with everything on it. `floor` is its number, as in
 * the summary; `floorState` is the state of the floor.
 */
export interface OrganisationDetail extends WorkspaceSummary {
  readonly company: Company;
  readonly departments: readonly Department[];
  readonly roles: readonly Role[];
  readonly employees: readonly EmployeeState[];
  readonly skillIds: readonly string[];
  readonly budget: WorkspaceBudget;
  readonly floorState: FloorState;
  /** Includes those of plugins. */
  readonly pipelines: readonly Pipeline[];
  /** The floor's own, or the installation's default. */
  readonly routingPosture: RoutingPosture;
}
