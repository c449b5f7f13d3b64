import { messageOf } from '../errors/error-text.js';
import type { KeptLimits } from './kept-output.js';
import { type ChildCommand, type ChildOutcome, runChild } from './run-child.js';

/** A command that is run by the helper of a `ChildStarter`, sent as JSON. */
export type StartedElsewhere = Omit<ChildCommand, 'signal' | 'output'> & {
  readonly output: Omit<KeptLimits, 'gap'>;
};

interface StarterRequest {
  readonly id: number;
  readonly command: StartedElsewhere;
}

/** What became of a command: how it ended, or why it could not be started. */
export type StarterAnswer =
  | { readonly id: number; readonly outcome: ChildOutcome; readonly failure?: never }
  | { readonly id: number; readonly failure: string; readonly outcome?: never };

const neverAborted = new AbortController().signal;

/**
 * The helper of a `ChildStarter`: runs what it is asked to run. Once the service has let go of it,
 * nothing but commands at work keeps it running.
 */
async function answer({ id, command }: StarterRequest): Promise<StarterAnswer> {
  try {
    return { id, outcome: await runChild({ ...command, signal: neverAborted }) };
  } catch (thrown) {
    return { id, failure: messageOf(thrown) };
  }
}

// A terminal and some supervisors signal every process: the service still finishes its steps.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ignore);
process.on('message', (request: StarterRequest) => {
  void answer(request).then((given) => process.send?.(given, ignore));
});

function ignore(): void {
  // The end of the service ends this process.
}
