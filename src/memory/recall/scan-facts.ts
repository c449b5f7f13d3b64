import type { MemoryFact } from '../../protocol/records/memory.js';
import { foldText } from './search-terms.js';

/**
 * Used without the full-text index: facts that hold the query as it stands, in their text or a
 * tag, whatever the case. The order of the pages is kept, and no more of them are read than
 * needed.
 */
export async function scanFacts(
  pages: AsyncIterable<readonly MemoryFact[]>,
  query: string,
  limit: number,
): Promise<readonly MemoryFact[]> {
  const sought = foldText(query.trim());
  const found: MemoryFact[] = [];
  for await (const page of pages) {
    found.push(...page.filter((fact) => holds(fact, sought)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

function holds({ text, tags }: MemoryFact, sought: string): boolean {
  return [text, ...tags].some((part) => foldText(part).includes(sought));
}
