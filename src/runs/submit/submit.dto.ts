import { submitTexts } from '../../protocol/texts/runs.js';
import { type Isolation, isolations } from '../../protocol/records/enums.js';
import {
  OptionalChoice,
  OptionalFlag,
  OptionalNumber,
  OptionalString,
  RequiredText,
} from '../../platform/validation/fields.js';

/** Body of `POST /api/submit`, payload of the `submit` command. */
export class SubmitRequest {
  @RequiredText(submitTexts.briefRequired)
  brief!: string;

  @OptionalString()
  pipelineId?: string;

  @OptionalNumber()
  budgetUsd?: number;

  @OptionalString()
  workspaceId?: string;

  @OptionalString()
  continues?: string;

  @OptionalFlag()
  full?: boolean;

  @OptionalFlag()
  paced?: boolean;

  @OptionalChoice(isolations)
  isolation?: Isolation;

  @OptionalString()
  session?: string;
}
