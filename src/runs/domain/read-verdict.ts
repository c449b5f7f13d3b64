/** Phrases that deny an objection, taken out before objections are looked for. */
const denials = /\b(?:no|zero|without)\s+(?:objections?|blockers?|concerns?|issues?)\b/gi;

const objections = [
  'objection',
  'must fix',
  'must be fixed',
  'must be addressed',
  'blocking',
  'blocks release',
  'reject',
  'not acceptable',
  'does not work',
  "doesn't work",
  'changes required',
  'request changes',
  '❌',
] as const;

export type Verdict = 'approved' | 'objected' | 'none';

/** The fixed form, on a line of its own; any case, and bold or quoted. */
const verdictLine = /^[\s*_`>#-]*verdict[\s*_`]*:[\s*_`]*(approved|objections)[\s*_`.!]*$/i;

/**
 * What a chair's last answer says of the work: the last line in the fixed form decides. Without one
 * the words do: a text with any objection left after the denials are removed objects, even when it
 * also approves. No text is no verdict, which is not an approval.
 */
export function readVerdict(text: string): Verdict {
  if (text.trim() === '') return 'none';
  const stated = text.split('\n').flatMap((line) => verdictLine.exec(line)?.[1] ?? []);
  const last = stated.at(-1)?.toLowerCase();
  if (last !== undefined) return last === 'approved' ? 'approved' : 'objected';
  const remaining = text.replace(denials, '').toLowerCase();
  return objections.some((phrase) => remaining.includes(phrase)) ? 'objected' : 'approved';
}
