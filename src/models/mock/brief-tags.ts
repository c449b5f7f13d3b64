const mostTags = 4;

/** Words of a brief and the tag each stands for. */
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

/** At most four tags for a brief; two neutral ones where it names nothing known. */
export function briefTags(text: string): string[] {
  const lower = text.toLowerCase();
  const found = tagWords.flatMap(([words, tag]) => (words.test(lower) ? [tag] : []));
  return found.length > 0 ? found.slice(0, mostTags) : ['feature', 'general'];
}
