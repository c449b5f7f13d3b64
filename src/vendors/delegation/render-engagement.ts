import { clip } from '../../platform/text/clip.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import type { ToolResult } from '../../tools/tool.js';
import type { EngagementResult } from '../engagement.js';
import { vendorLimits } from '../vendor-limits.js';
import type { ConfinedPaths } from './confine-paths.js';

/** The result of an engagement for the delegating employee. */
export function renderEngagement(
  label: string,
  { outcome, text, error, remarks }: EngagementResult,
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
    preview: vendorTexts.preview(label, outcome, durationMs),
    affectsPaths: inside,
  };
}
