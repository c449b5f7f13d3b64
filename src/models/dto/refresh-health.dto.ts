import { OptionalNumber } from '../../platform/validation/fields.js';

/** Body of `POST /api/models/health`. */
export class RefreshHealthRequest {
  /** Models to ask about, 1..50. */
  @OptionalNumber()
  limit?: number;
}
