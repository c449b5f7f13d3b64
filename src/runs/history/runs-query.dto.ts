import {
  OptionalAnyValue,
  OptionalChoice,
  OptionalString,
} from '../../platform/validation/fields.js';
import { type RunStatus, runStatuses } from '../../protocol/records/enums.js';

/** Parameters of `GET /api/runs`; with any of them it looks through every stored run. */
export class RunsQuery {
  /** Words that all stand in the run. */
  @OptionalString()
  search?: string;

  @OptionalChoice(runStatuses)
  status?: RunStatus;

  @OptionalString()
  workspaceId?: string;

  /** Id of a run: only those that come after it in the answer. */
  @OptionalString()
  before?: string;

  /** Clamped, 50 by default. */
  @OptionalAnyValue()
  limit?: unknown;
}
