/** Parts of stage instructions that several pipelines share. */

/** Tags for an intake to choose from; stages can depend on them. */
export const tagVocabulary = [
  'ui',
  'api',
  'data',
  'infra',
  'docs',
  'refactor',
  'research',
  'design',
  'performance',
  'security',
] as const;

/** One rule per line, as in the prompt. */
export const lines = (...rules: readonly string[]): string => rules.join('\n');

/** Ends every intake; the engine reads the run's tags from this line. */
export const tagLineRequest = lines(
  `Choose the one to four tags that fit best out of: ${tagVocabulary.join(', ')}.`,
  'Give them on a line of their own, as the very last line of your answer, in this form:',
  'TAGS: <tag>, <tag>',
);
