import { OptionalFlag, OptionalString } from '../../platform/validation/fields.js';

/** Body of `POST /api/models/discover`. */
export class DiscoverModelsRequest {
  /** Absent or empty = every provider. */
  @OptionalString()
  providerId?: string;

  /** Only `false` spares providers that were asked lately. */
  @OptionalFlag()
  force?: boolean;
}
