import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { RecalledFact } from '../tool.js';

const maxQueryCharacters = 300;

interface RecallArguments {
  readonly query: string;
  readonly limit: number;
}

/** The provider of `context.recall` fixes the scope; no argument can widen it. */
export const recallTool = builtInTool<RecallArguments>({
  name: 'recall',
  description: 'Search what this office remembers. Without query: the most trusted facts.',
  properties: {
    query: { type: 'string', default: '' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 25,
      default: 8,
    },
  },
  readOnly: true,
  run: async ({ query, limit }, context) => {
    if (!context.recall) return failure(toolTexts.noMemory);
    const facts = await context.recall(query.slice(0, maxQueryCharacters), limit);
    if (facts.length === 0) return { ok: true, content: toolTexts.nothingRecalled };
    return {
      ok: true,
      content: facts.map(describe).join('\n'),
      preview: `${facts.length} fact(s)`,
    };
  },
});

function describe(fact: RecalledFact): string {
  const tags = fact.tags.length > 0 ? ` [${fact.tags.join(', ')}]` : '';
  const source = fact.source ? ` (source: ${fact.source})` : '';
  return `- ${fact.kind}, ${fact.scope}${tags}: ${fact.text}${source}`;
}
