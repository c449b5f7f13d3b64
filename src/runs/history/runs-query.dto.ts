import {
  OptionalAnyValue,
  OptionalChoice,
  OptionalString,
} from '../../platform/validation/fields.js';
import { type RunStatus, runStatuses } from '../../protocol/records/enums.js';

/** Parameters of `GET /api/runs`; with any of them all stored runs are searched. */
export class RunsQuery {
  /** Words that must all occur in the run. */
  @OptionalString()
  search?: string;

  @OptionalChoice(runStatuses)
  status?: RunStatus;

  @OptionalString()
  workspaceId?: string;

  /** Id of a run: only runs that follow it in the answer. */
  @OptionalString()
  before?: string;

  /** Clamped; default 50. */
  @OptionalAnyValue()
  limit?: unknown;
}
