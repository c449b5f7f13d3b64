import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

const mostTags = 4;

/** Words of a brief and their tags. */
const tagWords: readonly (readonly [RegExp, string])[] = [
  [/\btypescript\b/, 'typescript'],
  [/\b(ui|react|frontend|page|screen|button|form)\b/, 'frontend'],
  [/\b(api|endpoint|rest|http)\b/, 'api'],
  [/\b(data|database|storage|sql)\b/, 'data'],
  [/\b(model|models)\b/, 'model'],
  [/\b(router|routing)\b/, 'router'],
  [/\bllm\b/, 'llm'],
  [/\bproviders?\b/, 'provider'],
  [/\bagents?\b/, 'agent'],
  [/\b(cost|costs|budget|price)\b/, 'cost'],
  [/\b(tests?|testing)\b/, 'test'],
  [/\b(refactor|rename|clean)\b/, 'refactor'],
  [/\b(docs?|documentation|readme)\b/, 'docs'],
  [/\b(research|compare|survey)\b/, 'research'],
  [/\b(secure|security|auth)\b/, 'security'],
  [/\b(fast|performance|slow)\b/, 'performance'],
];

export function intake({ excerpt, pick }: SimulatedTurn): ScriptedAnswer {
  const closing = pick([
    'Nothing here is hard to undo later, so the work can start on these assumptions.',
    'If one of these readings is wrong, say so early: they shape the plan.',
    'These are assumptions, not decisions; the plan may still overturn them.',
  ]);
  return {
    text: [
      `Deliver a small, working result for this request: ${excerpt}`,
      '',
      'How the request is read:',
      '',
      '- The result has to run on a fresh machine, without a manual step.',
      '- The common path comes first; unusual input is refused with a clear message.',
      '- What already exists in the workspace stays as it is unless the request names it.',
      '',
      'Left open by the request:',
      '',
      '- Who uses it, and how many of them at once.',
      '- What is kept between two sessions, and where.',
      '',
      closing,
      '',
      `TAGS: ${briefTags(excerpt).join(', ')}`,
    ].join('\n'),
  };
}

/** At most four tags for a brief; two neutral ones if no word is known. */
function briefTags(text: string): string[] {
  const lower = text.toLowerCase();
  const found = tagWords.flatMap(([words, tag]) => (words.test(lower) ? [tag] : []));
  return found.length > 0 ? found.slice(0, mostTags) : ['feature', 'general'];
}
