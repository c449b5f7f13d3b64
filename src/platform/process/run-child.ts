import { sandboxError } from './child-start-error.js';
import { type KeptLimits, KeptOutput } from './kept-output.js';
import { PipedChild } from './piped-child.js';
import type { ChildEnd, LeftoverProcesses, PipedCommand } from './piped-child.js';

export interface ChildCommand extends PipedCommand {
  readonly timeoutMs: number;
  readonly output: KeptLimits;
  /** Written to the child before its input is closed; absent: no input. */
  readonly input?: string;
  readonly signal: AbortSignal;
}

export interface ChildOutcome extends ChildEnd, LeftoverProcesses {
  /** `bound`: its sandbox met the bound `met`. */
  readonly end: 'exited' | 'timeout' | 'cancelled' | 'bound';
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

const neverStarted: ChildOutcome = {
  end: 'cancelled',
  code: null,
  signal: null,
  stdout: '',
  stderr: '',
  truncated: false,
  leftovers: false,
  held: false,
};

/**
 * Runs a child to its end with capped output. All its descendants end with it, so background
 * processes cannot outlive the time limit. Settles within about two seconds of the end.
 *
 * @throws ChildStartError if the child, or its sandbox, cannot be started.
 */
export async function runChild(command: ChildCommand): Promise<ChildOutcome> {
  if (command.signal.aborted) return neverStarted;
  const child = await PipedChild.start(command);
  const output = new KeptOutput(command.output);
  const stdout = output.collect(child.stdout);
  const stderr = output.collect(child.stderr);
  feed(child, command.input);
  const end = await endOf(child, command);
  if (end !== 'exited') await child.kill();
  const ended = await child.ended;
  if (ended.unmade) throw sandboxError(stderr());
  return {
    ...ended,
    end: ended.met === undefined ? end : 'bound',
    code: end === 'exited' && ended.met === undefined ? ended.code : null,
    leftovers: ended.leftovers && end === 'exited',
    stdout: stdout(),
    stderr: stderr(),
    truncated: output.truncated,
  };
}

/** Write errors are ignored: a child that ends without reading its input is judged by its end. */
function feed(child: PipedChild, input: string | undefined): void {
  if (input === undefined) return child.closeInput();
  child.write(input).then(
    () => child.closeInput(),
    () => undefined,
  );
}

/** Whichever comes first: the child's exit, the time limit or the cancellation. */
function endOf(
  child: PipedChild,
  { timeoutMs, signal }: ChildCommand,
): Promise<ChildOutcome['end']> {
  return new Promise((resolve) => {
    const settle = (end: ChildOutcome['end']): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(end);
    };
    const cancel = (): void => settle('cancelled');
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    void child.exited.then(() => settle('exited'));
  });
}
