import { Worker } from 'node:worker_threads';
import { messageOf, RefusedError } from '../../platform/errors/office-error.js';
import { within } from '../../platform/process/within.js';
import { workerEntry } from '../../platform/process/worker-entry.js';
import { clip } from '../../platform/text/clip.js';
import { toolTexts } from '../../protocol/texts.js';

const maxMessageCharacters = 200;

export interface PatternSource {
  readonly source: string;
  readonly flags: string;
}

export interface PatternQuestion {
  readonly lines: readonly string[];
  readonly max: number;
}

/**
 * A regular expression at work in a thread of its own. JavaScript's expressions backtrack, and a
 * model can be talked into one that would not end in a lifetime; here it stops nobody but itself,
 * and the thread is ended when the time is over. A library without backtracking would do with no
 * thread, but knows no lookaround and no back-references, and is a good deal slower on plain text.
 */
export class PatternSearch {
  private readonly endsAt: number;
  private readonly worker: Worker;
  /** Settles only when the thread fails, whenever that is. */
  private readonly failure: Promise<unknown>;

  /**
   * @param timeMs for the whole search.
   * @throws RefusedError when the pattern is no regular expression.
   */
  constructor(
    { source, flags }: PatternSource,
    private readonly timeMs: number,
  ) {
    assertValid(source, flags);
    this.endsAt = performance.now() + timeMs;
    this.worker = new Worker(workerEntry(import.meta.url, './pattern.worker'), {
      workerData: { source, flags } satisfies PatternSource,
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    this.failure = new Promise((resolve) => void this.worker.once('error', resolve));
  }

  /**
   * The indices of the lines that match, at most `max`.
   * @throws RefusedError when the time is over, or the thread failed.
   */
  async match(lines: readonly string[], max: number): Promise<readonly number[]> {
    const left = this.endsAt - performance.now();
    const answer = left > 0 ? await within(left, this.ask({ lines, max })) : undefined;
    if (!answer) throw new RefusedError(toolTexts.patternTooSlow(this.timeMs));
    return answer;
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private async ask(question: PatternQuestion): Promise<readonly number[]> {
    const answer = new Promise<readonly number[]>((resolve) => {
      this.worker.once('message', resolve);
    });
    this.worker.postMessage(question);
    return Promise.race([answer, this.failed()]);
  }

  private async failed(): Promise<never> {
    throw new RefusedError(toolTexts.patternFailed(shortMessage(await this.failure)));
  }
}

function assertValid(source: string, flags: string): void {
  try {
    new RegExp(source, flags);
  } catch (error) {
    throw new RefusedError(toolTexts.invalidPattern(shortMessage(error)));
  }
}

/** It repeats the pattern, however long that is. */
function shortMessage(error: unknown): string {
  return clip(messageOf(error), maxMessageCharacters, '…');
}
