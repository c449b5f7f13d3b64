import type { Changes, Thread } from './forge-client.js';

const secondMs = 1000;

interface Changed {
  readonly thread: Thread;
  /** Ms since the epoch, by the clock of the forge. */
  readonly at: number;
}

interface Bounds {
  readonly pageSize: number;
  readonly mostPages: number;
}

/**
 * What changed since a time, where a forge gives what changed first, first. Each page begins at the
 * end of the one before by its time, as what changes meanwhile moves all behind it to the front.
 * @param ask for a page of what changed since a time
 */
export async function changesInOrder(
  since: number,
  { pageSize, mostPages }: Bounds,
  ask: (since: number, page: number) => Promise<readonly Changed[]>,
): Promise<Changes> {
  const found = new Map<string, Thread>();
  let from = since;
  let page = 1;
  for (let asked = 0; asked < mostPages; asked += 1) {
    const changed = await ask(from, page);
    for (const { thread } of changed) found.set(`${thread.at} ${thread.number}`, thread);
    if (changed.length < pageSize) return { threads: [...found.values()], upTo: null };
    // Others may have changed in its second, or "since" be "after".
    const next = (changed.at(-1)?.at ?? Number.NaN) - secondMs;
    page = next > from ? 1 : page + 1;
    from = Math.max(from, Number.isNaN(next) ? from : next);
  }
  return { threads: [...found.values()], upTo: Math.max(from, since + secondMs) };
}
