import { walk } from '../../tools/files/walk.js';
import { languageOf } from '../engine/workspace-survey/languages.js';

const maxFiles = 5000;
const maxMs = 1000;

/**
 * Whether a workspace holds a file of source code, looked for among its first files and for a second
 * at most. One that cannot be read holds none.
 */
export async function holdsCode(workspaceRoot: string): Promise<boolean> {
  const signal = AbortSignal.timeout(maxMs);
  try {
    const { files } = await walk({ workspaceRoot, path: '.', signal });
    let met = 0;
    for await (const { path } of files) {
      if (languageOf(path) !== undefined) return true;
      if ((met += 1) === maxFiles) return false;
    }
  } catch {
    // Submission refuses what has no directory; the choice of a pipeline needs none.
  }
  return false;
}
