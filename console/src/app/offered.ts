import type { Office } from '../../../src/client/office.js';
import { clientCommandTypes } from '../../../src/protocol/commands.js';

/** Payloads of commands that a service may offer beyond the interface (decisions.md E19). */
export interface OfferedPayloads {
  readonly steerRun: { readonly runId: string; readonly text: string };
  readonly retryRun: { readonly runId: string; readonly stage?: string };
  readonly revertRun: { readonly runId: string; readonly turnId?: string };
  readonly deliverRun: { readonly runId: string; readonly branch: string };
}

const vocabulary: ReadonlySet<string> = new Set(clientCommandTypes);

/** Whether the vocabulary that this page was built with has the command. */
export function offers(command: keyof OfferedPayloads): boolean {
  return vocabulary.has(command);
}

/** An approval for the rest of the run, and follow-ups of a run, came with the command to steer. */
export const offersRunScope = offers('steerRun');
export const offersFollowUp = offers('retryRun');

/** Sends a command of which `offers` says that it is there. */
export function sendOffered<T extends keyof OfferedPayloads>(
  office: Office,
  type: T,
  payload: OfferedPayloads[T],
): void {
  // The type is in the vocabulary at run time, and the compiler may not know it yet.
  office.send(type as unknown as 'resync', payload);
}
