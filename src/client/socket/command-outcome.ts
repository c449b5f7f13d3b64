import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';

/** What of the events is the outcome of a command. */
export interface CommandOutcome<R> {
  readonly resultIn: (event: ServerEvent) => R | undefined;
  /** Whether a complaint can only mean this command. */
  readonly isRefusal?: (message: string, complaint: Complaint) => boolean;
}

export type Complaint = ServerEventOf<'error' | 'log'>;

/** A refusal comes as an error; one after a person was asked, when no client waits, as a warning. */
export function isComplaint(event: ServerEvent): event is Complaint {
  return event.type === 'error' || (event.type === 'log' && event.level === 'warn');
}

/** What a log line says that begins so. */
export function saidOf(event: ServerEvent, beginning: string): string | undefined {
  return event.type === 'log' && event.message.startsWith(beginning) ? event.message : undefined;
}

/** Errors with one of these texts. */
export function oneOf(...refusals: readonly string[]): (message: string) => boolean {
  return (message) => refusals.includes(message);
}

/** Errors that begin in one of these ways. */
export function beginsWith(...beginnings: readonly string[]): (message: string) => boolean {
  return (message) => beginnings.some((beginning) => message.startsWith(beginning));
}

/** The answer to a command of this connection: errors of runs name theirs. */
export function isAnswer(_message: string, complaint: Complaint): boolean {
  return complaint.type === 'error' && complaint.runId === undefined;
}
