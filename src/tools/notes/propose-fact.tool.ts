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
