import { processTexts } from '../../protocol/texts/process.js';

/** As in `engines` of package.json. */
export const oldestNodeMajor = 24;

/** Why the service cannot run on this version of Node (`v24.1.0`); null if it can. */
export function runtimeProblem(version: string): string | null {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  return major >= oldestNodeMajor ? null : processTexts.wrongRuntime(oldestNodeMajor, version);
}
