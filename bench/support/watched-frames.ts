import type { Page } from 'playwright-core';

/** How a page kept up while it was watched. */
export interface Watched {
  readonly framesPerSecond: number;
  /** Longest task of the main thread, ms; 0 if none was over 50 ms. */
  readonly longestMs: number;
  readonly longTasks: number;
  /** Longest time from input to the next picture, ms; 0 without slow input. */
  readonly slowestEventMs: number;
}

/** Watches a page for so many ms, while `work` does something with it. */
export async function watchFrames(
  page: Page,
  forMs: number,
  work: () => Promise<void> = () => Promise.resolve(),
): Promise<Watched> {
  await page.evaluate(`window.watched = (() => {
    const tasks = [];
    const events = [];
    const seen = (list, into) => into.push(...list.getEntries().map(({ duration }) => duration));
    const watchTasks = new PerformanceObserver((list) => seen(list, tasks));
    const watchEvents = new PerformanceObserver((list) => seen(list, events));
    watchTasks.observe({ type: 'longtask' });
    watchEvents.observe({ type: 'event', durationThreshold: 16 });
    let frames = 0;
    let isOver = false;
    const begun = performance.now();
    const next = () => {
      frames++;
      if (!isOver) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    return () => {
      isOver = true;
      const took = performance.now() - begun;
      watchTasks.disconnect();
      watchEvents.disconnect();
      return {
        framesPerSecond: (frames * 1000) / took,
        longestMs: Math.max(0, ...tasks),
        longTasks: tasks.length,
        slowestEventMs: Math.max(0, ...events),
      };
    };
  })(); undefined`);
  await Promise.all([page.waitForTimeout(forMs), work()]);
  return page.evaluate<Watched>('window.watched()');
}
