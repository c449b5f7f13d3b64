/** Parts of stage instructions that several pipelines share. */

/** The tags an intake may choose from; stages can be made conditional on them. */
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

/** One rule of an instruction per line, as the prompt shows it. */
export const lines = (...rules: readonly string[]): string => rules.join('\n');

/** Closes every intake; the engine reads the run's tags from the line. */
export const tagLineRequest = lines(
  `Choose the one to four tags that fit best out of: ${tagVocabulary.join(', ')}.`,
  'Give them on a line of their own, as the very last line of your answer, in this form:',
  'TAGS: <tag>, <tag>',
);
