import type { MemoryFact } from '../../protocol/records/memory.js';
import { foldText } from './search-terms.js';

/**
 * The fallback without the full-text index: facts that contain the query literally, in text or
 * tags, in any case. Keeps the pages' order and reads no more than needed.
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
