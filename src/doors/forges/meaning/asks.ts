import type { CommentFacts, IssueFacts } from '../forge-facts.js';
import { spokenText } from './spoken-text.js';

/** The conditions that make an issue work of the office. */
interface AskRule {
  /** Null: labels do not count. */
  readonly label: string | null;
  /** A name without `@`; null: mentions do not count. */
  readonly mention: string | null;
}

/** The way in which work on an issue is asked for. */
type Asked =
  | { readonly by: 'label' }
  | { readonly by: 'mention'; readonly author: string; readonly comment: CommentFacts | null };

/**
 * How an open issue asks for work: first by its label, which only people with rights can set, then
 * by mentions, whose authors' rights the caller must check.
 */
export function asksIn(
  issue: IssueFacts,
  comments: readonly CommentFacts[],
  { label, mention }: AskRule,
  self: string,
): readonly Asked[] {
  if (!issue.isOpen) return [];
  const isLabelled = label !== null && issue.labels.some((each) => isSameName(each, label));
  const asked: Asked[] = isLabelled ? [{ by: 'label' }] : [];
  if (mention === null) return asked;
  const { author, title, body } = issue;
  if (!isSameName(author, self) && mentions(`${title}\n${body}`, mention)) {
    asked.push({ by: 'mention', author, comment: null });
  }
  for (const comment of comments) {
    if (isSameName(comment.author, self) || !mentions(comment.body, mention)) continue;
    asked.push({ by: 'mention', author: comment.author, comment });
  }
  return asked;
}

/** True if a text addresses a name with `@`, outside of code, quotations and comments of HTML. */
export function mentions(text: string, name: string): boolean {
  const wanted = `@${name.toLowerCase()}`;
  return spokenText(text)
    .split('\n')
    .some((line) => {
      const lower = line.toLowerCase();
      for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
        const before = lower.charAt(at - 1);
        const after = lower.slice(at + wanted.length, at + wanted.length + 2);
        if (!/[\w/.@`-]/.test(before) && !/^(?:[\w/`-]|\.\w)/.test(after)) return true;
      }
      return false;
    });
}

function isSameName(some: string, other: string): boolean {
  return some.toLowerCase() === other.toLowerCase();
}
