import { pathTexts } from '../../protocol/texts/paths.js';
import { RefusedError } from '../errors/office-error.js';

/** A confinement rule that a path can break. */
type PathRule =
  | 'empty'
  | 'nul'
  | 'drive-relative'
  | 'stream'
  | 'device'
  | 'escape'
  | 'link'
  | 'git'
  | 'not-a-file'
  | 'not-a-directory';

/** A refused path; nothing was read or written outside the root. */
export class PathRefusedError extends RefusedError {
  constructor(
    readonly rule: PathRule,
    message: string,
  ) {
    super(message);
  }
}

export function notAFile(candidate: string): PathRefusedError {
  return new PathRefusedError('not-a-file', pathTexts.notAFile(candidate));
}

/** The content at a path differs from what was read; nothing was written. */
export class FileChangedError extends Error {
  constructor(readonly path: string) {
    super(`${path} was changed since it was read`);
    this.name = new.target.name;
  }
}
