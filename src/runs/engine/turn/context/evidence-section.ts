import { cleaned } from '../../../../platform/text/cleaned.js';
import type { CommandEvidence } from '../../../../protocol/records/work.js';
import { promptTexts } from '../../../../protocol/texts/prompts.js';
import { fenceUntrusted } from '../../../../tools/fence-untrusted.js';
import type { Prompts } from '../../prompts/prompts.js';

const commandsShown = 40;
const commandCharacters = 200;
const outcomeCharacters = 120;

/**
 * What a report may call verified: the latest commands of the run, oldest first. Empty for `null`,
 * which is what other stages get.
 */
export function evidenceSection(
  prompts: Prompts,
  evidence: readonly CommandEvidence[] | null,
): string {
  if (evidence === null) return '';
  if (evidence.length === 0) return prompts.fill('evidence', { commands: promptTexts.noCommands });
  const earlier = evidence.length - commandsShown;
  const lines = [
    ...(earlier > 0 ? [promptTexts.earlierCommands(earlier)] : []),
    ...evidence.slice(-commandsShown).map(line),
  ];
  return prompts.fill('evidence', { commands: fenceUntrusted('commands', lines.join('\n')) });
}

function line({ command, roleId, succeeded, outcome }: CommandEvidence): string {
  const ended = succeeded ? promptTexts.commandSucceeded : promptTexts.commandFailed;
  return `- \`${oneLine(command, commandCharacters)}\` (${roleId}) ${ended}: ${oneLine(outcome, outcomeCharacters)}`;
}

function oneLine(text: string, max: number): string {
  return cleaned(text, max, '…').replaceAll(/\s+/g, ' ').trim();
}
