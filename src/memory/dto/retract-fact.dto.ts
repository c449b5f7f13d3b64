import { OptionalString } from '../../platform/validation/fields.js';

export class RetractFactRequest {
  @OptionalString()
  reason?: string;
}

/** The fact's id is `id`, or `factId` from older clients. */
export class RetractFactCommand extends RetractFactRequest {
  @OptionalString()
  id?: string;

  @OptionalString()
  factId?: string;
}
