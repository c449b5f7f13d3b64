import { type ChildProcess, fork } from 'node:child_process';

/** The outcome of a request is unknown: it may have been done or still be running. */
export class HelperProcessError extends Error {
  override readonly name = 'HelperProcessError';

  constructor(
    message: string,
    /** The helper ended; the next request starts another. */
    readonly hasEnded = false,
  ) {
    super(message);
  }
}

export interface HelperTimes {
  /** Time for the answer beyond the request's own limit, ms. */
  readonly graceMs: number;
  /** Time without requests after which the helper ends, ms. */
  readonly idleMs: number;
}

const usualTimes: HelperTimes = { graceMs: 10_000, idleMs: 30_000 };

interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A small process beside the service that answers requests sent as JSON. Its entry calls
 * `serveRequests`.
 *
 * It is started on demand and ends 30 s after its last request, or with the service after its
 * current requests. Signals that end the service do not end it while the service drains.
 */
export class HelperProcess<Request extends { readonly timeoutMs: number }, Answer> {
  private helper: ChildProcess | undefined;
  private readonly pending = new Map<number, Pending<Answer>>();
  private lastId = 0;
  private heardAt = 0;
  private idle: NodeJS.Timeout | undefined;

  /** @param entry compiled file that the process runs */
  constructor(
    private readonly entry: string,
    private readonly times = usualTimes,
  ) {}

  /**
   * The answer to a request.
   * @throws Error with the message of what the helper threw; HelperProcessError if the helper has
   * ended or does not answer
   */
  run(request: Request): Promise<Answer> {
    const helper = this.begin();
    const id = ++this.lastId;
    const sentAt = performance.now();
    return new Promise((resolve, reject) => {
      // After this process was suspended, an answer that has arrived is read first.
      const overdue = (): void => void setImmediate(() => this.giveUp(helper, id, sentAt));
      const timer = setTimeout(overdue, request.timeoutMs + this.times.graceMs);
      this.pending.set(id, { resolve, reject, timer });
      // A failed send means that the helper has ended or could not start; both raise events.
      if (helper.connected) helper.send({ id, request }, () => undefined);
    });
  }

  /** The helper; keeps this process alive while an answer is due. */
  private begin(): ChildProcess {
    clearTimeout(this.idle);
    const helper = (this.helper ??= this.start());
    helper.ref();
    helper.channel?.ref();
    return helper;
  }

  private start(): ChildProcess {
    const helper = fork(this.entry, [], {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    helper.on('message', (answer: HelperAnswer<Answer>) => this.settle(helper, answer));
    helper.on('error', ({ message }) => this.discard(helper, message));
    helper.once('disconnect', () => this.discard(helper, 'the helper process ended', true));
    return helper;
  }

  private settle(helper: ChildProcess, { id, failure, answer }: HelperAnswer<Answer>): void {
    this.heardAt = performance.now();
    const asked = this.take(id);
    if (asked === undefined) return;
    if (failure === undefined) asked.resolve(answer as Answer);
    else asked.reject(new Error(failure));
    this.stopWhenIdle(helper);
  }

  /** A single late answer fails one request; a helper that has answered nothing since is stuck. */
  private giveUp(helper: ChildProcess, id: number, sentAt: number): void {
    if (!this.pending.has(id)) return;
    if (this.heardAt < sentAt) {
      this.discard(helper, 'the helper process is stuck');
      helper.kill('SIGKILL');
      return;
    }
    this.take(id)?.reject(new HelperProcessError('the helper process did not answer in time'));
    this.stopWhenIdle(helper);
  }

  private take(id: number): Pending<Answer> | undefined {
    const asked = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(asked?.timer);
    return asked;
  }

  /** Without requests, neither the helper nor its idle timer keeps this process alive. */
  private stopWhenIdle(helper: ChildProcess): void {
    if (this.pending.size > 0) return;
    helper.unref();
    helper.channel?.unref();
    const end = (): void => this.discard(helper, 'nothing was asked');
    this.idle = setTimeout(end, this.times.idleMs).unref();
  }

  /** Drops a helper, which ends after its requests; the next request starts another. */
  private discard(helper: ChildProcess, reason: string, hasEnded = false): void {
    if (this.helper !== helper) return;
    this.helper = undefined;
    clearTimeout(this.idle);
    if (helper.connected) helper.disconnect();
    for (const id of [...this.pending.keys()])
      this.take(id)?.reject(new HelperProcessError(reason, hasEnded));
  }
}

/** Either the answer, or the message of an error. */
export interface HelperAnswer<Answer> {
  readonly id: number;
  readonly answer?: Answer;
  readonly failure?: string;
}
