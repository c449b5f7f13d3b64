import { OptionalFlag, OptionalString } from '../../platform/validation/fields.js';

/** Body of `POST /api/models/discover`. */
export class DiscoverModelsRequest {
  /** Absent or empty = all providers. */
  @OptionalString()
  providerId?: string;

  /** `false` skips providers that were asked recently. */
  @OptionalFlag()
  force?: boolean;
}
