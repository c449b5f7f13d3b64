import { exact, quoted } from './format.js';

/** Refusals and words of triggers. */
export const triggerTexts = {
  unknown: (id: string) => `There is no trigger ${quoted(id)}.`,
  name: (most: number) => `A trigger needs a name of 1 to ${most} characters on one line.`,
  tooMany: (most: number) => `This office has ${most} triggers, as many as it keeps. Remove some.`,
  briefRequired: 'A schedule and a hook need a "brief".',
  briefTooLong: (most: number) => `"brief" has at most ${most} characters.`,
  cron: (cron: string, reason: string) =>
    `${quoted(cron)} is no schedule of five fields (minute, hour, day of the month, month, day of the week): ${reason}`,
  cronFields: (count: number) => `it has ${count}.`,
  never: (cron: string) => `The schedule ${quoted(cron)} never comes.`,
  timeZone: (zone: string) => `${quoted(zone)} is no time zone such as "Europe/Berlin" or "UTC".`,
  amount: (field: string) => `${quoted(field)} must be a number of 0 or more.`,
  dayRuns: (most: number) => `"dayRuns" must be a whole number from 1 to ${most}.`,
  url: '"url" must be an address that starts with http:// or https://, without user and password.',
  events: (all: readonly string[]) =>
    `"events" must be a list of at least one of ${all.map(quoted).join(', ')}.`,
  shortSecret: (least: number) => `A "secret" has at least ${least} characters.`,
  standardSecret: 'The "secret" of a hook of this form is "whsec_" and base64.',
  otherForm:
    'Its secret is none of Standard Webhooks. Make the secret anew, then change how callers sign.',
  changed: (name: string) =>
    `The trigger ${quoted(name)} was changed meanwhile; nothing was saved. Look at it anew.`,
  noSecret: 'A schedule has no secret.',
  overlap: (most: number) => `"overlapHours" must be a number from 0 to ${most}.`,
  paused: 'The trigger is paused.',
  dayRunsReached: (most: number) =>
    `The trigger began ${most} ${most === 1 ? 'run' : 'runs'} within a day, as many as it may.`,
  dayUsdReached: (takenUsd: number, runUsd: number, dayUsd: number) =>
    `The trigger may spend $${exact(dayUsd)} within a day: $${exact(takenUsd)} are taken, and this run may need $${exact(runUsd)}.`,
  unsigned: 'The signature of the body is missing or does not match.',
  noDelivery: (header: string) => `The header ${header} must name the delivery.`,
  sampled: 'A sample by a person.',
  notChecked: (reason: string) => `Schedules could not be checked: ${reason}`,
  notPruned: (reason: string) => `Old deliveries of triggers could not be deleted: ${reason}`,
} as const;

/** What outbound hooks tell people. */
export const outboundTexts = {
  runEnded: (status: string, brief: string) => `Run ${status}: ${brief}`,
  approvalWaits: (summary: string) => `The office asks: ${summary}`,
  budgetPassed: (runId: string, limitUsd: number) =>
    `Run ${runId} has spent its ceiling of $${exact(limitUsd)}.`,
  sample: 'A sample of the office: hooks arrive here.',
  answerIt: 'Answer',
  status: (status: number, said: string) =>
    `It answered ${status}${said === '' ? '' : `: ${said}`}`,
  gone: 'The trigger was removed.',
} as const;

/** The page on which a question is answered. */
export const answerTexts = {
  title: 'A question of the office',
  unknown: 'This link is not valid, or has expired. Answer on the page of the office.',
  decided: (status: string) => `This question was answered: ${status}.`,
  yes: 'Yes',
  no: 'No',
  reason: 'Reason (optional)',
  token: 'Token with the right to approve',
  asked: 'Asked by a run:',
  notAnswer: '"answer" must be "yes" or "no".',
  tokenInvalid: 'This token is not valid.',
  done: 'Your answer is stored.',
  validUntil: (time: string) => `This link is valid until ${time}.`,
} as const;
