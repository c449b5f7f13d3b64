import { Cron } from 'croner';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { ScheduleTimes } from '../../protocol/records/triggers.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';

/** Characters of a schedule. */
const mostCharacters = 200;
const fields = 5;
const shownTimes = 3;

/**
 * @throws RefusedError if it is no schedule of five fields, the time zone is unknown, or it has no
 * time
 */
export function checkSchedule(cron: string, timeZone: string, now: number): void {
  if (!isTimeZone(timeZone)) {
    throw new RefusedError(triggerTexts.timeZone(timeZone), { field: 'timeZone' });
  }
  let next: number | null;
  try {
    if (cron.length > mostCharacters) throw new Error(`more than ${mostCharacters} characters`);
    // The library also takes a date, and words such as "@daily".
    const given = cron.trim().split(/\s+/).length;
    if (given !== fields) throw new Error(triggerTexts.cronFields(given));
    next = nextAfter(cron, timeZone, now);
  } catch (thrown) {
    throw noSchedule(triggerTexts.cron(cron.slice(0, mostCharacters), messageOf(thrown)));
  }
  if (next === null) throw noSchedule(triggerTexts.never(cron));
}

function noSchedule(text: string): RefusedError {
  return new RefusedError(text, { field: 'cron' });
}

/** The next times of a text that may be a schedule. */
export function timesOf(cron: string, timeZone: string, now: number): ScheduleTimes {
  try {
    checkSchedule(cron, timeZone, now);
  } catch (thrown) {
    if (!(thrown instanceof RefusedError)) throw thrown;
    return { times: [], problem: thrown.message };
  }
  const times: number[] = [];
  let after: number | null = now;
  while (after !== null && times.length < shownTimes) {
    after = nextAfter(cron, timeZone, after);
    if (after !== null) times.push(after);
  }
  return { times, problem: null };
}

/**
 * The first time of a schedule after a moment, ms since the epoch; null: there is none. A local
 * time that the clocks skip is moved later; one that they repeat counts once.
 */
export function nextAfter(cron: string, timeZone: string, after: number): number | null {
  const schedule = new Cron(cron, { mode: '5-part', timezone: timeZone, paused: true });
  return schedule.nextRun(new Date(after))?.getTime() ?? null;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
