/** Subjects of a question about a decision. */
const who = '(?:we|i|you|they|one|our team|the team|somebody|someone|anyone)';
const better = '(?:better|best|preferable|preferred|wiser|(?:the )?right (?:choice|one|way))';
const choosing = '(?:choose|decide|go with|pick|prefer|recommend|select|settle on|suggest)';

/** Forms of a question that asks for a choice and not for a fact. */
const forms: readonly RegExp[] = [
  new RegExp(String.raw`\bshould ${who}\b`),
  new RegExp(String.raw`\b(?:should|shall|would)\b[^.?!\n]* or\b`),
  new RegExp(String.raw`\b(?:do|would|can|could) you (?:rather )?${choosing}\b`),
  new RegExp(
    String.raw`\b(?:what|which)\b[^.?!\n]*\b(?:should|shall|would|do) ${who} ${choosing}\b`,
  ),
  new RegExp(String.raw`\bwhich\b[^.?!\n]*\b${better}\b`),
  new RegExp(String.raw`\b(?:is|are|would be|be)\b[^.?!\n]*\b${better}\b[^.?!\n]* (?:or|than)\b`),
  new RegExp(String.raw`\bwhat(?:'s| is| are| would be) the ${better}\b`),
  new RegExp(String.raw`\b${choosing} (?:between|one of|whether|which)\b`),
  new RegExp(String.raw`\bhow (?:do|should|can) ${who} ${choosing}\b`),
  /(?<!\b(?:what|much) )\b(?:is|would) (?:it|this|that)(?: be)? worth\b/,
  /\bworth (?:it|the|switching|moving|migrating|adopting)\b[^.?!\n]*\?/,
  /\bpros and cons\b/,
  /\btrade-?offs? (?:between|of)\b/,
  /\S (?:vs\.?|versus) \S/,
];

/**
 * True if a brief asks for a decision: a choice between options, or whether to do a thing at all.
 */
export function asksForDecision(brief: string): boolean {
  const text = brief.toLowerCase().replaceAll(/[\u2018\u2019]/g, "'");
  return forms.some((form) => form.test(text));
}
