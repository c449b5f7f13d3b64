import { manifestTexts } from '../../protocol/texts.js';

/** Tells of one part of a manifest that was dropped or repaired. */
export type Warn = (warning: string) => void;

/** A fault that rejects the whole plugin. */
export type Fault = (field: string, message: string) => void;

/** What validation found, in the order in which it was found. */
export class Findings {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  readonly warn: Warn = (warning) => void this.warnings.push(warning);

  readonly fault: Fault = (field, message) =>
    void this.problems.push(manifestTexts.problem(field, message));
}
