import {
  OptionalAnyValue,
  OptionalObject,
  OptionalString,
  OptionalStrings,
} from '#platform/validation/fields.js';

/** Body of `PUT` and `PATCH /api/workspaces/:id`. */
export class UpdateFloorBody {
  @OptionalStrings()
  skillIds?: string[];

  @OptionalObject()
  budget?: Record<string, unknown>;

  @OptionalString()
  name?: string;

  @OptionalString()
  description?: string;

  @OptionalString()
  color?: string;

  /** Null = the default preset. */
  @OptionalAnyValue()
  style?: unknown;
}
