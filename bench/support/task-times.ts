import type { Browser, Page } from 'playwright-core';

/** Tasks of a page's main thread, by processor time, which other load does not lengthen; ms. */
export interface TaskTimes {
  readonly longestMs: number;
  /** Number of those over 50 ms. */
  readonly over50: number;
  /** Share of one core that the main thread took, 0..1. */
  readonly busy: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Wall clock and duration, µs. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread, µs. */
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: { readonly frames?: readonly Frame[] };
  };
}

interface Frame {
  readonly url: string;
  readonly processId?: number;
}

const categories = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'];

/** Traces a page while something goes on. */
export async function taskTimes(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<TaskTimes> {
  await browser.startTracing(page, { categories });
  await work();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  return timesIn(traceEvents);
}

/** The busiest main thread of a renderer is that of the page: it is the only one in the window. */
export function timesIn(events: readonly TraceEvent[]): TaskTimes {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const byThread = Map.groupBy(
    events.filter(({ name, ph }) =>
      name === 'RunTask' || name === 'ThreadControllerImpl::RunTask' ? ph === 'X' : false,
    ),
    ({ pid, tid }) => `${pid}/${tid}`,
  );
  const sums = [...mainThreads].map((thread) => {
    const tasks = (byThread.get(thread) ?? []).map(({ tdur = 0 }) => tdur / 1000);
    return { tasks, sum: tasks.reduce((all, one) => all + one, 0) };
  });
  const busiest = sums.toSorted((one, other) => other.sum - one.sum)[0];
  const tasks = busiest?.tasks ?? [];
  const stamps = events.filter(({ ts }) => ts > 0).map(({ ts }) => ts);
  const tookMs =
    (stamps.reduce((a, b) => Math.max(a, b), 0) -
      stamps.reduce((a, b) => Math.min(a, b), Infinity)) /
    1000;
  return {
    longestMs: tasks.reduce((most, one) => Math.max(most, one), 0),
    over50: tasks.filter((one) => one > 50).length,
    busy: (busiest?.sum ?? 0) / tookMs,
  };
}
