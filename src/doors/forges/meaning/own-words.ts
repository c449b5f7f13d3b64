import type { CommentFacts } from '../forge-facts.js';
import { keyOf } from '../words/marks.js';

/** The accounts by which the office writes, and has written, on a forge. */
interface OwnAccounts {
  readonly login: string;
  readonly earlierLogins: readonly string[];
}

/**
 * Whether the office wrote a comment. What it wrote by an earlier account has a mark; that account may
 * be one of a person, whose other words count as those of people.
 */
export function isOwn(
  { login, earlierLogins }: OwnAccounts,
  { author, body }: Pick<CommentFacts, 'author' | 'body'>,
): boolean {
  return author === login || (earlierLogins.includes(author) && keyOf(body) !== null);
}

/** The accounts before one that the office writes by from now on. */
export function loginsBefore(
  { login, earlierLogins }: OwnAccounts,
  next: string,
): readonly string[] {
  return [...new Set([...earlierLogins, login])].filter((each) => each !== next);
}
