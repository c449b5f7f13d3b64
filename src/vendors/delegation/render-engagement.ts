import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { PathRefusedError } from '../../platform/paths/path-errors.js';
import { clip } from '../../platform/text/clip.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import type { ToolResult } from '../../tools/tool.js';
import type { EngagementResult, ToldSpend } from '../engagement.js';
import { vendorLimits } from '../vendor-limits.js';

/** The result of an engagement for the delegating employee. */
export function renderEngagement(
  label: string,
  { outcome, text, error, remarks, spend }: EngagementResult,
  { inside, outside }: ConfinedPaths,
  durationMs: number,
): ToolResult {
  const max = vendorLimits.answerCharacters;
  const answer = clip(text, max, `\n${vendorTexts.truncated(max)}`);
  const ok = outcome === 'ok';
  const sections = [
    ok
      ? vendorTexts.answer(label)
      : vendorTexts.failure(label, outcome, durationMs, error ?? outcome),
    ...(!ok && answer !== '' ? [vendorTexts.partialAnswer] : []),
    ...(answer === '' ? [] : [answer]),
    ...(inside.length === 0 ? [] : [vendorTexts.pathsInside(inside)]),
    ...(outside === 0 ? [] : [vendorTexts.pathsOutside(outside)]),
    ...remarks,
  ];
  return {
    ok,
    content: sections.join('\n\n'),
    preview: `${vendorTexts.preview(label, outcome, durationMs)}${spendWords(outcome, spend)}`,
    affectsPaths: inside,
    ...(spend?.usd !== undefined && { spentUsd: spend.usd }),
  };
}

/** What is known of the spend; nothing for a harness that was never started. */
function spendWords(outcome: EngagementResult['outcome'], spend: ToldSpend | undefined): string {
  if (outcome === 'unstartable') return '';
  if (spend === undefined) return `; ${vendorTexts.spendUnknown}`;
  const { usd, tokensIn, tokensOut } = spend;
  return `; ${usd === undefined ? vendorTexts.spentTokens(tokensIn, tokensOut) : vendorTexts.spent(usd)}`;
}

interface ConfinedPaths {
  /** Relative to the workspace, with `/`. */
  readonly inside: readonly string[];
  /** Number of those left out. */
  readonly outside: number;
}

/** The reported paths inside the workspace, judged like a tool's. */
export async function confinePaths(
  paths: readonly string[],
  workspace: string,
): Promise<ConfinedPaths> {
  const root = new ConfinedRoot(workspace);
  const inside = new Set<string>();
  let outside = 0;
  for (const path of paths) {
    try {
      inside.add(root.relative(await root.check(path)));
    } catch (error) {
      if (!(error instanceof PathRefusedError)) throw error;
      outside += 1;
    }
  }
  inside.delete('.');
  return { inside: [...inside], outside };
}
