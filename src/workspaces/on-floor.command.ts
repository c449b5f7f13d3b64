import { OptionalString } from '../platform/validation/fields.js';

/** A command about one floor; without an id it means the floor being shown. */
export class OnFloorCommand {
  @OptionalString()
  workspaceId?: string;
}
