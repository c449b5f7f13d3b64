import { cleaned } from '../../platform/text/cleaned.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';

/** Reports one part of a manifest that was dropped or repaired. */
export type Warn = (warning: string) => void;

/** A fault that rejects the whole plugin. */
export type Fault = (field: string, message: string) => void;

const mostFindings = 100;
const findingCharacters = 500;

/** A file can be wrong in fifty thousand places; somebody reads the first of them. */
function note(findings: string[], finding: string): void {
  if (findings.length < mostFindings) findings.push(cleaned(finding, findingCharacters, '…'));
  else if (findings.length === mostFindings) findings.push(manifestTexts.moreFindings);
}

/** What validation found, in the order in which it was found; the beginning, where that is long. */
export class Findings {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  readonly warn: Warn = (warning) => note(this.warnings, warning);

  readonly fault: Fault = (field, message) =>
    note(this.problems, manifestTexts.problem(field, message));
}
