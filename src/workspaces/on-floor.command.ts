import { OptionalString } from '../platform/validation/fields.js';

/** A command about a floor; without an id, the one being shown. */
export class OnFloorCommand {
  @OptionalString()
  workspaceId?: string;
}
