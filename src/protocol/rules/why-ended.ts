import type { Run } from '../records/work.js';
import { providerTexts } from '../texts/models.js';
import { runTexts } from '../texts/runs.js';
import { toldWords } from './told-words.js';

/** Why a run ended without being done, and what helps. */
export interface WhyEnded {
  /** The reason behind the run's error, in the page's words. */
  readonly why: string;
  /** For lists and headings: the meaning if it is known, then the reason. */
  readonly short: string;
  readonly next: string;
  /** The page for the next step; absent: that of the run. */
  readonly page?: 'models' | 'people' | 'settings' | 'log';
}

interface Cause extends Pick<WhyEnded, 'page'> {
  /** Parts of a reason; one of them identifies the cause. */
  readonly means: readonly (string | RegExp)[];
  /** The meaning of a provider's words. */
  readonly meaning?: string;
  /** What helps; follows the meaning. */
  readonly next: string;
}

/** Causes in the office's words first, then in providers' words; the first match counts. */
const causes: readonly Cause[] = [
  {
    means: [/^Run budget of \$/, 'what is left of the budget does not pay it'],
    next: 'Continue the run with a higher ceiling.',
  },
  { means: [runTexts.spendDeclined], next: 'Continue the run to spend more on it.' },
  {
    means: [runTexts.cancelled, runTexts.stageCancelled],
    next: 'Continue the run, or try it again.',
  },
  {
    means: [runTexts.engineCrashed('')],
    next: 'The log says what happened. Then try the run again.',
    page: 'log',
  },
  {
    means: [/^The checks did not pass: /],
    next: 'Look at the ends of these checks. Then continue the run with what is to be mended.',
  },
  {
    means: [runTexts.reviewUnresolved],
    next: 'The report has the objections. Continue the run with what is to be mended.',
  },
  {
    means: [runTexts.stageEmpty],
    next: 'Nobody took a turn in the stage: its people must be on the floor and may not have used up their turns. Then try the run again.',
    page: 'people',
  },
  {
    means: [/\bin a sandbox only\b/, 'nothing outside its sandbox', 'there is no sandbox'],
    next: 'Commands have no sandbox here: install what it lacks, or let them run outside of it. Then try the run again.',
    page: 'settings',
  },
  {
    means: [/\bhuman (?:declined|did not approve)\b/i, 'a person refused'],
    next: 'Somebody refused what it needs. Try the run again and allow it, or continue it and say how to do without.',
  },
  {
    means: [/\bHTTP 40[13] from /, /\bapi key not valid\b/i, /\bno .{1,60} API key is configured/],
    meaning: 'The provider refuses the key',
    next: 'give another one. Then try the run again.',
    page: 'models',
  },
  {
    means: [
      /\bHTTP 402 from /,
      /\binsufficient[ _](?:balance|credits?|funds|quota)\b/i,
      /\bexceeded your (?:current|monthly) quota\b|\bbilling\b/i,
    ],
    meaning: 'The account at the provider has no money or quota left',
    next: 'add some, or use another provider. Then try the run again.',
    page: 'models',
  },
  {
    means: [/\bHTTP 429 from /],
    meaning: 'The provider takes no more requests for now',
    next: 'try the run again later, or use another provider.',
    page: 'models',
  },
  {
    means: [/\bHTTP 404 from /, '(unavailable)', runTexts.noRoute],
    meaning: 'No model for the work can be reached',
    next: 'connect a provider, or let its people use other models. Then try the run again.',
    page: 'models',
  },
  {
    means: [
      /\bHTTP 5\d\d from /,
      /: no answer within \d+ms\./,
      /: the stream sent nothing for \d+s/,
      /: what came could not be read as an answer/,
      'a web page came in place of an answer',
      'streaming response had no body',
      /: (?:other side closed|terminated|socket hang up)(?:;|$)/,
      /\bwas cut off \d+ times by a restart\b/,
      /\bE(?:CONN\w+|NOTFOUND|TIMEDOUT|HOSTUNREACH)\b|\bfetch failed\b|\bcannot connect\b/i,
    ],
    meaning: 'The provider did not answer as it should',
    next: 'try the run again when it does.',
    page: 'models',
  },
  {
    means: [runTexts.outputLimit],
    next: 'Try the run again with a model that writes longer answers, or continue it with a smaller part of the work.',
    page: 'models',
  },
  {
    means: [runTexts.roundTripLimit, runTexts.noText, /^UNFINISHED: /],
    next: 'Continue the run with a smaller part of the work, or try it again.',
  },
];

const otherwise = 'The turns say what happened. Then try the run again.';

/** Null for a run that is at work or done, or says no reason. */
export function whyEnded({
  status,
  error,
  stages,
}: Pick<Run, 'status' | 'error' | 'stages'>): WhyEnded | null {
  if (error === null || (status !== 'failed' && status !== 'cancelled')) return null;
  const stage = stages.findLast((each) => error === runTexts.stageFailed(each.spec.name));
  const said = bare(stage?.error ?? error);
  const cause = causes.find(({ means }) => means.some((part) => tells(said, part)));
  const { meaning, next, page }: Omit<Cause, 'means'> = cause ?? { next: otherwise };
  const why = toldWords(said);
  return {
    why,
    short: meaning === undefined ? why : `${meaning}: ${why}`,
    next: meaning === undefined ? next : `${meaning}: ${next}`,
    ...(page !== undefined && { page }),
  };
}

/** The reason without the prefixes that all turns or all models failed. */
function bare(reason: string): string {
  return [runTexts.everyTurnFailed(''), providerTexts.allRoutesFailed([])].reduce(
    (text, prefix) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
    reason,
  );
}

function tells(reason: string, part: string | RegExp): boolean {
  return typeof part === 'string' ? reason.includes(part) : part.test(reason);
}
