import { z } from 'zod';
import { usualWaits } from '#doors/outbox/after-failure.js';
import { OutboxFailure, type NewOutboxJob } from '#doors/outbox/outbox-job.js';
import { messageOf } from '#platform/errors/error-text.js';
import type { Thread } from '../clients/forge-client.js';
import { ForgeError } from '../clients/forge-error.js';
import type { Look } from '../forge-facts.js';
import { isIssue, type StoredIssue } from '../rows/forge-issues.repository.js';

/** Kinds of jobs; stored. */
export const forgeJobs = {
  look: 'forge.look',
  reply: 'forge.reply',
  deliver: 'forge.deliver',
  end: 'forge.end',
} as const;

const thread = z.discriminatedUnion('at', [
  z.object({ at: z.literal('issue'), number: z.number() }),
  z.object({ at: z.literal('request'), number: z.number() }),
]);
const look = z.union([thread, z.object({ at: z.literal('commit'), sha: z.string() })]);

export const lookPayload = z.object({ forgeId: z.string(), looks: z.array(look) });
export const replyPayload = z.object({
  forgeId: z.string(),
  thread,
  mark: z.string(),
  body: z.string(),
});
export const runPayload = z.object({
  forgeId: z.string(),
  number: z.number(),
  runId: z.string().nullable(),
  /** A person asks for it, whatever became of the run. */
  isAsked: z.boolean().default(false),
});
/**
 * The end of the work on an issue: its request was merged or closed, the issue was closed, or
 * either is gone.
 */
const issueEnding = z.enum(['merged', 'closed', 'issue', 'gone']);
export type IssueEnding = z.output<typeof issueEnding>;
export const endPayload = runPayload.extend({ how: issueEnding });

export const issueEnd = z.object({
  how: issueEnding,
  /** The commit with which its request was merged or closed; null: unknown, or none. */
  head: z.string().nullable(),
});
export type IssueEnd = z.output<typeof issueEnd>;

const firstWaitMs = 1000;

/**
 * Waits of jobs that write to a forge, ms; the first is short, because most connections recover at
 * once.
 */
export const forgeWaits: readonly number[] = [firstWaitMs, ...usualWaits];

interface IssueKey {
  readonly forgeId: string;
  readonly number: number;
}

/** The place for comments about an issue: its request, once there is one; null: there is neither. */
export function threadOf(issue: Pick<StoredIssue, 'request' | 'number'>): Thread | null {
  const { request, number } = issue;
  if (request !== null) return { at: 'request', number: request };
  return isIssue(issue) ? { at: 'issue', number } : null;
}

export function lookJob(forgeId: string, eventId: string, looks: readonly Look[]): NewOutboxJob {
  const key = `${forgeJobs.look}/${forgeId}/${eventId}`;
  return { kind: forgeJobs.look, key, subject: forgeId, payload: { forgeId, looks } };
}

/** @param mark key by which the reply is written only once */
export function replyJob(
  { forgeId, number }: IssueKey,
  to: Thread,
  mark: string,
  body: string,
): NewOutboxJob {
  const whole = `${number}/${mark}`;
  return {
    kind: forgeJobs.reply,
    key: `${forgeJobs.reply}/${forgeId}/${whole}`,
    subject: forgeId,
    payload: { forgeId, thread: to, mark: whole, body },
  };
}

/** A comment about an issue where `threadOf` says, as `replyJob`; none if there is no such place. */
export function tellingJobs(
  issue: StoredIssue,
  mark: string,
  body: string,
): readonly NewOutboxJob[] {
  const thread = threadOf(issue);
  return thread === null ? [] : [replyJob(issue, thread, mark, body)];
}

export function deliverJob({ forgeId, number }: IssueKey, runId: string): NewOutboxJob {
  const key = `${forgeJobs.deliver}/${runId}`;
  return { kind: forgeJobs.deliver, key, subject: forgeId, payload: { forgeId, number, runId } };
}

/** A delivery that a person asks for; a later time makes it another job. */
export function askedDeliverJob(
  { forgeId, number }: IssueKey,
  runId: string,
  at: number,
): NewOutboxJob {
  const key = `${forgeJobs.deliver}/${runId}/${at}`;
  const payload = { forgeId, number, runId, isAsked: true };
  return { kind: forgeJobs.deliver, key, subject: forgeId, payload };
}

export function endJob(
  { forgeId, number }: IssueKey,
  runId: string | null,
  how: IssueEnding,
): NewOutboxJob {
  const key = `${forgeJobs.end}/${forgeId}/${number}/${runId ?? ''}`;
  return { kind: forgeJobs.end, key, subject: forgeId, payload: { forgeId, number, runId, how } };
}

/**
 * A failure of a forge as one of the outbox. Refusals are final, but for missing permissions, which
 * are tried again until they are granted.
 */
export function asOutboxFailure(thrown: unknown): unknown {
  if (!(thrown instanceof ForgeError)) return thrown;
  const { mayPass, isAccess, retryInMs } = thrown;
  const isFinal = !mayPass && !isAccess;
  return new OutboxFailure(messageOf(thrown), isFinal ? null : (retryInMs ?? undefined));
}
