import { OptionalString } from '../../platform/validation/fields.js';

export class RetractFactRequest {
  @OptionalString()
  reason?: string;
}

/** The command names the fact by `id`, or by `factId` as older clients do. */
export class RetractFactCommand extends RetractFactRequest {
  @OptionalString()
  id?: string;

  @OptionalString()
  factId?: string;
}
