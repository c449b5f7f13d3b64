import { resultTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { fittingCount } from '../results/result-pages.js';
import type { ToolResult } from '../tool.js';
import type { FileMatches, TextMatches, TextSearch } from './search-text.js';

/** The first matches of a result. */
function firstMatches(files: readonly FileMatches[], count: number): FileMatches[] {
  let left = count;
  const kept: FileMatches[] = [];
  for (const file of files) {
    if (left <= 0) break;
    kept.push({ ...file, matching: file.matching.slice(0, left) });
    left -= file.matching.length;
  }
  return kept;
}

/** Renders as many matches as fit, and where the next ones begin. */
export function matchPage(
  { files, truncated, scanned, remarks, leftOut }: TextMatches,
  { pattern, offset }: Pick<TextSearch, 'pattern' | 'offset'>,
  render: (files: readonly FileMatches[]) => string,
): ToolResult {
  const total = files.reduce((sum, { matching }) => sum + matching.length, 0);
  if (total === 0) {
    if (offset > 0) return { ok: true, content: resultTexts.nothingFrom(offset) };
    const nothing = [toolTexts.noMatches(pattern, scanned), ...remarks].join(' ');
    return { ok: true, content: [nothing, ...leftOut.ofFiles(), ...leftOut.ofWalk()].join('\n') };
  }
  const count = fittingCount(total, (first) => render(firstMatches(files, first)));
  const next = resultTexts.continueAt(offset + count);
  const note = truncated || count < total ? [toolTexts.truncatedMatches(count), next] : [];
  const shown = firstMatches(files, count);
  return {
    ok: true,
    content: [render(shown), ...leftOut.ofFiles(), ...note].join('\n'),
    preview: `${count} match(es) in ${shown.length} file(s)`,
  };
}

/** Schema of `offset` in the search tools. */
export const offsetSchema = {
  type: 'integer',
  minimum: 0,
  maximum: 10_000,
  default: 0,
} as const;
