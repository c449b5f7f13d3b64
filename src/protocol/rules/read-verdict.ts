/** Phrases that deny an objection, removed before objections are searched for. */
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

type Verdict = 'approved' | 'objected' | 'none';

/** The fixed form on its own line; any case, possibly bold or quoted. */
const verdictLine =
  /^[\s*_`>#"'“(+[-]*(?:(?:final|my) )?verdict[\s*_`]*[:：=][\s*_`"'“]*(approved|objections?)[\s*_`"'”)\].!]*$/i;

/**
 * Reads the verdict of a chair's last answer: the last line in the fixed form decides. Without one
 * the words do: any objection left after removing denials counts, even beside an approval. Without
 * text there is no verdict, which is not an approval.
 */
export function readVerdict(text: string): Verdict {
  if (text.trim() === '') return 'none';
  const stated = text.split('\n').flatMap((line) => verdictLine.exec(line)?.[1] ?? []);
  const last = stated.at(-1)?.toLowerCase();
  if (last !== undefined) return last === 'approved' ? 'approved' : 'objected';
  const remaining = text.replace(denials, '').toLowerCase();
  return objections.some((phrase) => remaining.includes(phrase)) ? 'objected' : 'approved';
}
