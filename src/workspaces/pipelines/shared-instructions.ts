/** Parts of stage instructions that several pipelines share (behaviour-engine.md 9). */

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

/** Closes every intake; the engine reads the line (behaviour-engine.md 1.6). */
export const tagLineRequest = lines(
  `Choose the one to four tags that fit best out of: ${tagVocabulary.join(', ')}.`,
  'Give them on a line of their own, as the very last line of your answer, in this form:',
  'TAGS: <tag>, <tag>',
);

/**
 * How a review has to end. The verdict is read from the chair's words (behaviour-engine.md 2.6), and
 * words of refusal count wherever they stand, so an approval has to do without them.
 */
export const verdictRequest = lines(
  'End with the verdict on a line of its own. Either "Approved." or "Changes required:" and then the numbered changes, each with its path.',
  'When you approve, keep words of refusal out of your remarks (objection, blocking, reject, must fix, does not work): an approval that contains them counts as a refusal.',
);
