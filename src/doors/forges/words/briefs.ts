import { forgeTexts } from '#protocol/texts/forges.js';
import { clipStart } from '#platform/text/clip.js';
import { shownName } from '#platform/paths/shown-name.js';
import type { ForgeKind } from '#protocol/records/enums.js';
import type { Thread } from '../clients/forge-client.js';
import type { CommentFacts, IssueFacts } from '../forge-facts.js';
import { fenced } from './fenced.js';

const bodyCharacters = 20_000;
const commentCharacters = 4000;
const logCharacters = 6000;
const mostComments = 20;

/** The brief of the first run for an issue. */
export function issueBrief(
  issue: Pick<IssueFacts, 'number' | 'title' | 'body' | 'author'>,
  repository: string,
  comments: readonly CommentFacts[],
): string {
  const { number, title, body, author } = issue;
  return [
    forgeTexts.briefFirst(number, repository),
    forgeTexts.briefFence,
    `${forgeTexts.briefTitle(shownName(author))}\n\n${foreign(`${title}\n\n${body}`, bodyCharacters)}`,
    ...comments.slice(-mostComments).map(({ author: by, body: said }) => {
      const heading = forgeTexts.briefComment(shownName(by));
      return `${heading}\n\n${foreign(said, commentCharacters)}`;
    }),
  ].join('\n\n');
}

/** A check that failed, with the end of its log. */
export interface FailedCheck {
  readonly name: string;
  /** Null: there is no log. */
  readonly log: string | null;
}

/** Reasons for waking a run. */
export interface Reasons {
  readonly checks: readonly FailedCheck[];
  readonly comments: readonly CommentFacts[];
}

/** The brief of a run that continues another one, with news of its request or its issue. */
export function continuationBrief(
  kind: ForgeKind,
  { at, number }: Thread,
  reasons: Reasons,
): string {
  return [
    at === 'issue'
      ? forgeTexts.continueIssue(number)
      : forgeTexts.continueFirst(forgeTexts.requestNames[kind], number),
    forgeTexts.briefFence,
    ...reasons.checks.map(({ name, log }) => {
      const heading = forgeTexts.continueCheck(shownName(name));
      return log === null
        ? `${heading}\n\n${forgeTexts.noLog}`
        : `${heading}\n\n${foreign(clipStart(log.trimEnd(), logCharacters), logCharacters)}`;
    }),
    ...reasons.comments.slice(-mostComments).map((comment) => {
      const heading = forgeTexts.continueComment(shownName(comment.author), placeOf(comment));
      return `${heading}\n\n${foreign(comment.body, commentCharacters)}`;
    }),
  ].join('\n\n');
}

function placeOf({ path, line }: CommentFacts): string | null {
  if (path === undefined) return null;
  return line === undefined ? shownName(path) : `${shownName(path)}:${line}`;
}

function foreign(text: string, most: number): string {
  return fenced(text, most, forgeTexts.cut);
}
