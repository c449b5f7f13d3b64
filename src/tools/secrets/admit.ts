import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { secretTexts } from '../../protocol/texts/secrets.js';
import { withPersonsWord } from '../declined.js';
import type { ApprovalAsk, ForesightContext, ToolContext } from '../tool.js';

/**
 * Lets a tool open a file of the workspace; one that looks like a secret only if a person allows
 * it, for this call or for the run.
 * @throws RefusedError if nobody allowed it, or PathRefusedError.
 */
export async function admit(
  context: Pick<ToolContext, 'hidden' | 'requestApproval' | 'signal' | 'workspaceRoot'>,
  candidate: string,
): Promise<void> {
  const question = await secretQuestion(context, candidate);
  if (question === null) return;
  const answer = await context.requestApproval(question);
  if (answer.approved) return;
  throw new RefusedError(withPersonsWord(secretTexts.declined(shownName(candidate)), answer));
}

/**
 * What a person is asked before a file is opened; null: nothing.
 * @throws PathRefusedError
 */
export async function secretQuestion(
  { hidden, signal, workspaceRoot }: Pick<ForesightContext, 'hidden' | 'signal' | 'workspaceRoot'>,
  candidate: string,
): Promise<ApprovalAsk | null> {
  if (hidden === undefined) return null;
  const root = new ConfinedRoot(workspaceRoot);
  const path = root.relative(await root.check(candidate));
  if (!(await hidden.hides(path, signal))) return null;
  const name = shownName(path);
  const detail = secretTexts.detail(name, workspaceRoot);
  const summary = secretTexts.summary(name);
  return { kind: 'risk', summary, detail, covers: detail, touches: secretTexts.touches };
}
