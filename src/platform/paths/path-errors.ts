import { pathTexts } from '../../protocol/texts/paths.js';
import { RefusedError } from '../errors/office-error.js';

/** The rule of confinement that a path breaks. */
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

/** A path that may not be used. Nothing was read or written outside the root. */
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

/** Something else stands at a path than what was read there; nothing was written. */
export class FileChangedError extends Error {
  constructor(readonly path: string) {
    super(`${path} was changed since it was read`);
    this.name = new.target.name;
  }
}
