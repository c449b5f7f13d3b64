import { type ChildCommand, type ChildOutcome, runChild } from './run-child.js';

/** A command that is run by the process of a `ChildStarter`. */
export type StartedElsewhere = Omit<ChildCommand, 'signal'>;

interface StarterRequest {
  readonly id: number;
  readonly command: StartedElsewhere;
}

/** What became of a command: how it ended, or why it could not be started. */
export type StarterAnswer =
  | { readonly id: number; readonly outcome: ChildOutcome; readonly failure?: never }
  | { readonly id: number; readonly failure: string; readonly outcome?: never };

const neverAborted = new AbortController().signal;

/** The process of a `ChildStarter`: runs what it is asked to run, and ends with the service. */
async function answer({ id, command }: StarterRequest): Promise<StarterAnswer> {
  try {
    return { id, outcome: await runChild({ ...command, signal: neverAborted }) };
  } catch (thrown) {
    return { id, failure: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

// A terminal and some supervisors signal every process: the service still finishes its steps.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ignore);
process.on('disconnect', () => process.exit());
process.on('message', (request: StarterRequest) => {
  void answer(request).then((given) => process.send?.(given, ignore));
});

function ignore(): void {
  // The end of the service ends this process.
}
