import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { within } from '../../platform/process/within.js';
import { workerEntry } from '../../platform/process/worker-entry.js';

export interface HtmlPage {
  readonly html: string;
  /** URL of the page, the base of its links. */
  readonly url: string;
}

/** Sufficient for any honest page of the allowed size, ms. */
export const readingTimeMs = 5_000;

const maxHeapMb = 256;
const atOnce = pLimit(2);

/**
 * A page's text, as Markdown if possible. No readability library bounds its time on hostile markup
 * (it grows quadratically with the depth), so each page is read in its own thread with limits of
 * time and memory. Beyond them the plain text is returned, which the thread sends first; null
 * without that.
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
  // If the thread is stopped, its last message counts.
  worker.on('error', () => {});
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop);
  const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  await within(timeMs, ended);
  signal.removeEventListener('abort', stop);
  await worker.terminate();
  return best;
}
