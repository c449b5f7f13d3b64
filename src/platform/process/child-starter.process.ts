import type { KeptLimits } from './kept-output.js';
import { type ChildCommand, runChild } from './run-child.js';
import { serveRequests } from './serve-requests.js';

/** A command for the helper of a `ChildStarter`, sent as JSON. */
export type StartedElsewhere = Omit<ChildCommand, 'signal' | 'output'> & {
  readonly output: Omit<KeptLimits, 'gap'>;
};

const neverAborted = new AbortController().signal;

/** Entry of the helper of a `ChildStarter`: runs the commands it is sent. */
serveRequests((command: StartedElsewhere) => runChild({ ...command, signal: neverAborted }));
