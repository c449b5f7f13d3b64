import { type ChildProcess, fork } from 'node:child_process';

/** What became of a request is not known: it may have been done, or be at work still. */
export class HelperProcessError extends Error {
  override readonly name = 'HelperProcessError';
}

export interface HelperTimes {
  /** What an answer may take beyond the time limit of the request itself, ms. */
  readonly graceMs: number;
  /** How long the helper stays when nothing is asked of it, ms. */
  readonly idleMs: number;
}

const usualTimes: HelperTimes = { graceMs: 10_000, idleMs: 30_000 };

interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A small process beside the service that answers requests, sent as JSON. Its entry calls
 * `serveRequests`.
 *
 * It is started when it is first needed and ends when nothing was asked of it for 30 s, or with the
 * service once the requests at work have ended. What asks the service to end, in a terminal or from a
 * supervisor, does not end it while the service still drains.
 */
export class HelperProcess<Request extends { readonly timeoutMs: number }, Answer> {
  private helper: ChildProcess | undefined;
  private readonly pending = new Map<number, Pending<Answer>>();
  private lastId = 0;
  private heardAt = 0;
  private idle: NodeJS.Timeout | undefined;

  /** @param entry the compiled file that the process runs */
  constructor(
    private readonly entry: string,
    private readonly times = usualTimes,
  ) {}

  /**
   * The answer to a request.
   * @throws Error with the message of what the helper threw; HelperProcessError when the helper has
   * ended or does not answer
   */
  run(request: Request): Promise<Answer> {
    const helper = this.begin();
    const id = ++this.lastId;
    const sentAt = performance.now();
    return new Promise((resolve, reject) => {
      // After a pause of this process, an answer that has come is read first.
      const overdue = (): void => void setImmediate(() => this.giveUp(helper, id, sentAt));
      const timer = setTimeout(overdue, request.timeoutMs + this.times.graceMs);
      this.pending.set(id, { resolve, reject, timer });
      // When it cannot be sent, the helper has ended, or could not be started: either is an event.
      if (helper.connected) helper.send({ id, request }, () => undefined);
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
    const helper = fork(this.entry, [], {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    helper.on('message', (answer: HelperAnswer<Answer>) => this.settle(helper, answer));
    helper.on('error', ({ message }) => this.discard(helper, message));
    helper.once('disconnect', () => this.discard(helper, 'the helper process ended'));
    return helper;
  }

  private settle(helper: ChildProcess, { id, failure, answer }: HelperAnswer<Answer>): void {
    this.heardAt = performance.now();
    const asked = this.take(id);
    if (asked === undefined) return;
    if (failure === undefined) asked.resolve(answer as Answer);
    else asked.reject(new Error(failure));
    this.restWhenDone(helper);
  }

  /** One late answer is one; a helper that has answered nothing since is stuck. */
  private giveUp(helper: ChildProcess, id: number, sentAt: number): void {
    if (!this.pending.has(id)) return;
    if (this.heardAt < sentAt) {
      this.discard(helper, 'the helper process is stuck');
      helper.kill('SIGKILL');
      return;
    }
    this.take(id)?.reject(new HelperProcessError('the helper process did not answer in time'));
    this.restWhenDone(helper);
  }

  private take(id: number): Pending<Answer> | undefined {
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

  /** Lets go of a helper, which ends after its requests; the next request starts another. */
  private discard(helper: ChildProcess, reason: string): void {
    if (this.helper !== helper) return;
    this.helper = undefined;
    clearTimeout(this.idle);
    if (helper.connected) helper.disconnect();
    for (const id of [...this.pending.keys()])
      this.take(id)?.reject(new HelperProcessError(reason));
  }
}

/** Either the answer, or the message of what was thrown. */
export interface HelperAnswer<Answer> {
  readonly id: number;
  readonly answer?: Answer;
  readonly failure?: string;
}
