import { RefusedError } from '../../platform/errors/office-error.js';
import { toolTexts } from '../../protocol/texts/tools.js';

/** The part of `@vscode/ripgrep` that is used. */
interface RipgrepPackage {
  readonly rgPath: string;
}

/**
 * Where ripgrep's program is. Its package fails at import on a platform it has no program for, so
 * it is loaded by the first search and not at boot.
 *
 * @throws RefusedError when there is none for this platform.
 */
export async function ripgrepProgram(
  load: () => Promise<RipgrepPackage> = () => import('@vscode/ripgrep'),
): Promise<string> {
  try {
    return (await load()).rgPath;
  } catch {
    throw new RefusedError(toolTexts.noRipgrep(`${process.platform}-${process.arch}`));
  }
}
