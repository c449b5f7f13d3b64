import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { clipMiddle } from '../../platform/text/clip.js';
import { isRunByTools } from '../../protocol/rules/run-by-tools.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { foreignTexts } from '../../protocol/texts/foreign.js';
import { afterForeign } from '../after-foreign.js';
import { withPersonsWord } from '../declined.js';
import { summaryLine } from '../summary-line.js';
import type { ApprovalAsk, ToolContext } from '../tool.js';

/** Characters of a change that a question shows. */
const changeCharacters = 8000;

/**
 * After foreign text was read, lets a tool write files that programs run only if a person allows
 * it, for this call or for the run.
 * @param change what is written
 * @throws RefusedError if nobody allowed it, or PathRefusedError
 */
export async function admitWriting(
  context: ToolContext,
  candidates: readonly string[],
  change: string,
): Promise<void> {
  const { foreign = [], workspaceRoot } = context;
  if (foreign.length === 0) return;
  const root = new ConfinedRoot(workspaceRoot);
  const paths = new Set<string>();
  for (const candidate of candidates) {
    const path = root.relative(await root.checkWritable(candidate));
    if (isRunByTools(path)) paths.add(shownName(path));
  }
  if (paths.size === 0) return;
  const names = [...paths];
  const answer = await context.requestApproval(
    afterForeign(questionOf(names, workspaceRoot, change), foreign),
  );
  if (answer.approved) return;
  throw new RefusedError(withPersonsWord(foreignTexts.writeDeclined(names), answer));
}

function questionOf(names: readonly string[], directory: string, change: string): ApprovalAsk {
  const shown = clipMiddle(change, changeCharacters, resultTexts.outputNotKept);
  return {
    kind: 'write',
    summary: summaryLine(foreignTexts.writeSummary(names)),
    detail: foreignTexts.writeDetail(names, directory, shown),
    covers: foreignTexts.writeDetail(names, directory, ''),
    touches: foreignTexts.writeTouches,
  };
}
