import { type ChildProcess, fork } from 'node:child_process';
import type { StartedElsewhere, StarterAnswer } from './child-starter.process.js';
import type { ChildOutcome } from './run-child.js';
import { workerEntry } from './worker-entry.js';

/** What became of a command is not known: it may have been done, or be at work still. */
export class ChildStarterError extends Error {
  override readonly name = 'ChildStarterError';
}

export interface StarterTimes {
  /** What an answer may take beyond the time limit of the command itself, ms. */
  readonly graceMs: number;
  /** How long the helper stays when nothing is asked of it, ms. */
  readonly idleMs: number;
}

const usualTimes: StarterTimes = { graceMs: 10_000, idleMs: 30_000 };

interface Pending {
  readonly resolve: (outcome: ChildOutcome) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Runs children from a helper, a small process of its own. To start a child, the system copies the
 * page tables of the process that starts it, which takes time in proportion to its resident memory
 * (docs/benchmarks.md) and stops its event loop.
 *
 * The helper is started when it is first needed and ends when nothing was asked of it for 30 s, or
 * with the service once the commands at work have ended. What asks the service to end, in a terminal
 * or from a supervisor, does not end it while the service still drains.
 */
export class ChildStarter {
  private helper: ChildProcess | undefined;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private heardAt = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly times = usualTimes) {}

  /**
   * Runs a child to its end, as `runChild` does.
   * @throws Error that says why, when the child cannot be started; ChildStarterError when
   * the helper has ended or does not answer
   */
  run(command: StartedElsewhere): Promise<ChildOutcome> {
    const helper = this.begin();
    const id = ++this.lastId;
    const sentAt = performance.now();
    return new Promise((resolve, reject) => {
      // After a pause of this process, an answer that has come is read first.
      const overdue = (): void => void setImmediate(() => this.giveUp(helper, id, sentAt));
      const timer = setTimeout(overdue, command.timeoutMs + this.times.graceMs);
      this.pending.set(id, { resolve, reject, timer });
      // When it cannot be sent, the helper has ended, or could not be started: either is an event.
      if (helper.connected) helper.send({ id, command }, () => undefined);
    });
  }

  /** The helper, holding this process open for as long as an answer is due. */
  private begin(): ChildProcess {
    clearTimeout(this.idle);
    const helper = (this.helper ??= this.start());
    helper.ref();
    helper.channel?.ref();
    return helper;
  }

  private start(): ChildProcess {
    const helper = fork(workerEntry(import.meta.url, './child-starter.process'), [], {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    helper.on('message', (answer: StarterAnswer) => this.settle(helper, answer));
    helper.on('error', ({ message }) => this.discard(helper, message));
    helper.once('disconnect', () => this.discard(helper, 'the process that starts children ended'));
    return helper;
  }

  private settle(helper: ChildProcess, answer: StarterAnswer): void {
    this.heardAt = performance.now();
    const asked = this.take(answer.id);
    if (asked === undefined) return;
    if (answer.outcome !== undefined) asked.resolve(answer.outcome);
    else asked.reject(new Error(answer.failure));
    this.restWhenDone(helper);
  }

  /** One late answer is one; a helper that has answered nothing since is stuck. */
  private giveUp(helper: ChildProcess, id: number, sentAt: number): void {
    if (!this.pending.has(id)) return;
    const reason = 'the process that starts children is stuck';
    if (this.heardAt < sentAt) {
      this.discard(helper, reason);
      helper.kill('SIGKILL');
      return;
    }
    this.take(id)?.reject(new ChildStarterError('the end of the command was not told in time'));
    this.restWhenDone(helper);
  }

  private take(id: number): Pending | undefined {
    const asked = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(asked?.timer);
    return asked;
  }

  /** Nothing is asked: neither the helper nor the time until it ends holds this process open. */
  private restWhenDone(helper: ChildProcess): void {
    if (this.pending.size > 0) return;
    helper.unref();
    helper.channel?.unref();
    const end = (): void => this.discard(helper, 'nothing was asked');
    this.idle = setTimeout(end, this.times.idleMs).unref();
  }

  /** Lets go of a helper, which ends after its commands; the next command starts another. */
  private discard(helper: ChildProcess, reason: string): void {
    if (this.helper !== helper) return;
    this.helper = undefined;
    clearTimeout(this.idle);
    if (helper.connected) helper.disconnect();
    for (const id of [...this.pending.keys()]) this.take(id)?.reject(new ChildStarterError(reason));
  }
}
