import { inOneLine } from '../../platform/text/cleaned.js';
import { limits } from '../../protocol/limits.js';
import {
  type MemoryKind,
  memoryKinds,
  type MemoryScope,
  memoryScopes,
} from '../../protocol/records/enums.js';
import { proposeFactTexts as texts, toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { declined, withPersonsWord } from '../declined.js';
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
  return `- ${inOneLine(`${fact.kind}, ${fact.scope}${tags}: ${fact.text}${source}`)}`;
}

interface ProposeFactArguments {
  readonly text: string;
  readonly kind: MemoryKind;
  readonly scope: MemoryScope;
}

/**
 * A person decides, so no model writes a fact alone. The fact's id follows from the call, so an
 * interrupted call is repeated safely: it finds the decision and the fact.
 */
export const proposeFactTool = builtInTool<ProposeFactArguments>({
  name: 'propose_fact',
  description: 'Leads only: propose to a person what the office should remember.',
  required: ['text', 'kind'],
  properties: {
    text: { type: 'string', maxLength: limits.memoryTextCharacters },
    kind: { type: 'string', enum: memoryKinds },
    scope: {
      type: 'string',
      enum: memoryScopes,
      default: 'workspace',
    },
  },
  readOnly: true,
  runsAlone: true,
  run: async (fact, context) => {
    if (context.proposeFact === undefined) return failure(texts.leadsOnly);
    if (fact.text.trim() === '') return failure(toolTexts.nonEmptyRequired('propose_fact', 'text'));
    const answer = await context.proposeFact(fact);
    if (!answer.approved) return declined(texts.declined, answer);
    return {
      ok: true,
      content: withPersonsWord(texts.remembered, answer),
      preview: texts.remembered,
    };
  },
});
