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

/**
 * What a chair's text says of the work (behaviour-engine.md 2.6). A text with any objection left
 * after the denials are removed objects, even when it also approves. No text is no verdict, which
 * is not an approval (decisions.md A6).
 */
export function readVerdict(text: string): Verdict {
  if (text.trim() === '') return 'none';
  const remaining = text.replace(denials, '').toLowerCase();
  return objections.some((phrase) => remaining.includes(phrase)) ? 'objected' : 'approved';
}
