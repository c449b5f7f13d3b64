import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { within } from '../../platform/process/within.js';
import { workerEntry } from '../../platform/process/worker-entry.js';

export interface HtmlPage {
  readonly html: string;
  /** Where the page stands; its links are relative to it. */
  readonly url: string;
}

/** Enough for any honest page of the size that is read. */
export const readingTimeMs = 5_000;

const maxHeapMb = 256;
const atOnce = pLimit(2);

/**
 * The text of a page, as Markdown where that can be had. None of the libraries that know what is
 * readable is bounded on hostile markup (their time grows with the square of the depth, and they
 * use the stack), so each page is read in a thread of its own, with a bound on time and memory.
 * When the bound is met, the plain text counts, which the thread sends first. Null without that.
 */
export function readablePage(
  page: HtmlPage,
  signal: AbortSignal,
  timeMs = readingTimeMs,
): Promise<string | null> {
  return atOnce(() => (signal.aborted ? null : readInThread(page, signal, timeMs)));
}

async function readInThread(
  page: HtmlPage,
  signal: AbortSignal,
  timeMs: number,
): Promise<string | null> {
  const worker = new Worker(workerEntry(import.meta.url, './readable-page.worker'), {
    workerData: page,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let best: string | null = null;
  worker.on('message', (text: string) => (best = text));
  // When the thread is stopped, its last message counts.
  worker.on('error', () => {});
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop);
  const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  await within(timeMs, ended);
  signal.removeEventListener('abort', stop);
  await worker.terminate();
  return best;
}
