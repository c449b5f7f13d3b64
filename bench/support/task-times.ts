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
  readonly pid: number;
  readonly tid: number;
  /** Wall clock, µs. */
  readonly ts: number;
  /** Wall clock, µs. */
  readonly dur?: number;
  /** Processor time of the thread, µs. */
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string };
  };
}

const categories = ['toplevel', 'devtools.timeline'];

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

/** The names of whole tasks in a trace; where both are, one holds the other. */
const taskNames = ['ThreadControllerImpl::RunTask', 'RunTask'];

/**
 * The busiest main thread of a renderer is that of the page. What the tool that drives the browser
 * asks of it is left out.
 */
export function timesIn(events: readonly TraceEvent[]): TaskTimes {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const isMain = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain';
  const mainThreads = new Set(events.filter(isMain).map(threadOf));
  const name = taskNames.find((each) => events.some((event) => event.name === each));
  const asked = events.filter(isAsked).map((event) => ({ thread: threadOf(event), ts: event.ts }));
  const isOwn = (task: TraceEvent) =>
    !asked.some(
      ({ thread, ts }) =>
        thread === threadOf(task) && task.ts <= ts && ts < task.ts + (task.dur ?? 0),
    );
  const tasks = events.filter(
    (event) => event.name === name && mainThreads.has(threadOf(event)) && isOwn(event),
  );
  const timesOf = (own: readonly TraceEvent[]) => own.map(({ tdur = 0 }) => tdur / 1000);
  const busiest = [...Map.groupBy(tasks, threadOf).values()]
    .map(timesOf)
    .toSorted((one, other) => sum(other) - sum(one))[0];
  if (busiest === undefined) throw new Error('The trace has no task of a page.');
  const stamps = tasks.map(({ ts }) => ts);
  const tookMs = (Math.max(...stamps) - Math.min(...stamps)) / 1000;
  return {
    longestMs: Math.max(...busiest),
    over50: busiest.filter((ms) => ms > 50).length,
    busy: sum(busiest) / tookMs,
  };
}

/** A request of the tool that drives the browser. */
function isAsked({ args }: TraceEvent): boolean {
  return args?.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
