import { OptionalString, RequiredText } from '../../platform/validation/fields.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';

export class AddSourceRequest {
  @RequiredText(marketplaceTexts.urlRequired)
  url!: string;

  @OptionalString()
  label?: string;
}
