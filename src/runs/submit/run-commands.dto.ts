import { RequiredString } from '../../platform/validation/fields.js';

/** Payload of commands that name a run. */
export class RunCommand {
  @RequiredString()
  runId!: string;
}
