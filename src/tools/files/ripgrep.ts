import { RefusedError } from '../../platform/errors/office-error.js';
import { toolTexts } from '../../protocol/texts/tools.js';

/** The used part of `@vscode/ripgrep`. */
interface RipgrepPackage {
  readonly rgPath: string;
}

/**
 * Path of ripgrep's program. Its package throws on import on unsupported platforms, so the first
 * search loads it.
 *
 * @throws RefusedError if there is none for this platform.
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
