import { type ChildProcess, fork } from 'node:child_process';
import type { StartedElsewhere, StarterAnswer } from './child-starter.process.js';
import type { ChildOutcome } from './run-child.js';
import { workerEntry } from './worker-entry.js';

/** The process that starts children has ended, or does not answer. */
export class ChildStarterError extends Error {
  override readonly name = 'ChildStarterError';
}

export interface StarterTimes {
  /** What an answer may take beyond the time limit of the command itself, ms. */
  readonly graceMs: number;
  /** How long the process stays when nothing is asked of it, ms. */
  readonly idleMs: number;
}

const usualTimes: StarterTimes = { graceMs: 10_000, idleMs: 30_000 };

interface Pending {
  readonly resolve: (outcome: ChildOutcome) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Runs children from a small process of its own. To start a child, the system copies the page tables
 * of the process that starts it while nothing else happens there: some 5 ms for each 100 MB of
 * resident memory (docs/benchmarks.md), which the event loop of the service would stand still.
 *
 * The process is started when it is first needed and ends when nothing was asked of it for 30 s, or
 * with the service. What asks the service to end, in a terminal or from a supervisor, does not end it
 * while the service still drains.
 */
export class ChildStarter {
  private process: ChildProcess | undefined;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly times = usualTimes) {}

  /**
   * Runs a child to its end, as `runChild` does.
   * @throws when the child cannot be started; ChildStarterError when what became of it is not known
   */
  run(command: StartedElsewhere): Promise<ChildOutcome> {
    const process = this.begin();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const overdue = (): void =>
        this.discard(process, 'the process that starts children is stuck');
      const timer = setTimeout(overdue, command.timeoutMs + this.times.graceMs);
      this.pending.set(id, { resolve, reject, timer });
      // What cannot be sent is told by the end of the process.
      process.send({ id, command }, () => undefined);
    });
  }

  /** Running, and holding this process open for as long as an answer is due. */
  private begin(): ChildProcess {
    clearTimeout(this.idle);
    const process = (this.process ??= this.start());
    process.ref();
    process.channel?.ref();
    return process;
  }

  private start(): ChildProcess {
    const { PATH = '', SystemRoot = '' } = globalThis.process.env;
    const started = fork(workerEntry(import.meta.url, './child-starter.process'), [], {
      env: { PATH, ...(SystemRoot !== '' && { SystemRoot }) },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (answer: StarterAnswer) => this.settle(started, answer));
    started.once('error', ({ message }) => this.discard(started, message));
    started.once('disconnect', () =>
      this.discard(started, 'the process that starts children ended'),
    );
    return started;
  }

  private settle(process: ChildProcess, answer: StarterAnswer): void {
    const asked = this.pending.get(answer.id);
    if (asked === undefined) return;
    this.pending.delete(answer.id);
    clearTimeout(asked.timer);
    if (answer.outcome !== undefined) asked.resolve(answer.outcome);
    else asked.reject(new Error(answer.failure));
    if (this.pending.size === 0) this.rest(process);
  }

  /** Nothing is asked: neither the process nor the time until it ends holds this one open. */
  private rest(process: ChildProcess): void {
    process.unref();
    process.channel?.unref();
    this.idle = setTimeout(
      () => this.discard(process, 'nothing was asked'),
      this.times.idleMs,
    ).unref();
  }

  /** Lets go of a process; the next command starts another. */
  private discard(process: ChildProcess, reason: string): void {
    if (this.process !== process) return;
    this.process = undefined;
    clearTimeout(this.idle);
    process.kill('SIGKILL');
    const left = [...this.pending.values()];
    this.pending.clear();
    for (const { reject, timer } of left) {
      clearTimeout(timer);
      reject(new ChildStarterError(reason));
    }
  }
}
