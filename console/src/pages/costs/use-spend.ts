import { useCallback, useEffect, useRef } from 'react';
import type { Operations } from '#client/http/operations.js';
import type { ServerEvent } from '#protocol/events.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { useOffice } from '../../app/office-context.js';
import { useLoaded, type Loaded } from '../../ui/use-loaded.js';

const pageSize = 200;
const mostPages = 25;
/** Number of runs loaded at once. */
const atOnce = 6;

export interface PeriodRuns {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** True if older runs of the period were left out. */
  readonly isCut: boolean;
}

/** The runs that began since then, loaded again when a run begins or ends. */
export function usePeriodRuns(since: number): Loaded<PeriodRuns> {
  const office = useOffice();
  const load = useCallback(
    (signal: AbortSignal) => runsSince(office.http, since, signal),
    [office, since],
  );
  const loaded = useLoaded(load);
  const { reload } = loaded;
  useEffect(() => {
    const stops = [
      office.onEvent((event) => beginsOrEndsRun(event) && reload()),
      office.onGap(reload),
    ];
    return () => stops.forEach((stop) => stop());
  }, [office, reload]);
  return loaded;
}

/** True if a run of any floor begins or ends with the event. */
function beginsOrEndsRun(event: ServerEvent): boolean {
  if (event.type === 'run.updated') return isFinal(event.run.status);
  return event.type === 'run.created';
}

async function runsSince(
  http: Operations,
  since: number,
  signal: AbortSignal,
): Promise<PeriodRuns> {
  const runs: Run[] = [];
  for (let page = 0; page < mostPages; page++) {
    const before = runs.at(-1)?.id;
    const asked = { limit: pageSize, ...(before !== undefined && { before }) };
    const some = await http.runs(asked, { signal });
    runs.push(...some);
    if (some.length < pageSize || (some.at(-1)?.createdAt ?? 0) < since) {
      return { runs: runs.filter(({ createdAt }) => createdAt >= since), isCut: false };
    }
  }
  return { runs, isCut: true };
}

/** The runs with their turns; an ended run is loaded once. */
export function useRunDetails(runs: readonly Run[]): Loaded<readonly RunDetail[]> {
  const { http } = useOffice();
  const known = useRef(new Map<string, RunDetail>());
  const load = useCallback(
    async (signal: AbortSignal) => {
      const waiting = runs.filter(({ id }) => !known.current.has(id));
      const atWork = new Map<string, RunDetail>();
      while (waiting.length > 0) {
        const some = waiting.splice(0, atOnce);
        const details = await Promise.all(some.map(({ id }) => http.run(id, { signal })));
        for (const run of details) (isFinal(run.status) ? known.current : atWork).set(run.id, run);
      }
      return runs.flatMap(({ id }) => known.current.get(id) ?? atWork.get(id) ?? []);
    },
    [http, runs],
  );
  return useLoaded(load);
}
