import type { HistoryRecorder } from './history-recorder.js';
import type { HistoryEntry } from './history.js';

/** A row of a lease as somebody found it. */
interface FoundLease {
  readonly run: string;
  readonly owner: string | null;
  readonly fence: string | number;
}

/** Notes leases where they have changed since somebody last looked. */
export class LeaseWatch {
  private readonly last = new Map<string, string>();

  constructor(private readonly recorder: HistoryRecorder) {}

  see(leases: readonly FoundLease[]): void {
    for (const { run, owner: full, fence } of leases) {
      const owner = full === null ? null : (/^replica-\d+/.exec(full)?.[0] ?? full);
      const found = `${owner} ${fence}`;
      if (this.last.get(run) === found) continue;
      this.last.set(run, found);
      this.recorder.note({ entry: 'lease', run, owner, fence: Number(fence) });
    }
  }
}

/** The log as a client that missed nothing would have got it. */
export function noteLog(
  recorder: HistoryRecorder,
  sent: readonly { readonly seq: number; readonly type: string }[],
): void {
  const place = { client: 'log', connection: 1 };
  recorder.note({ entry: 'connected', ...place, since: null, seq: 0 });
  for (const event of sent) recorder.note({ entry: 'message', ...place, ...event });
}

/** How many entries there are of each sort, and operations of each kind. */
export function countsOf(history: readonly HistoryEntry[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entry of history) {
    const name = entry.entry === 'operation' ? entry.kind : entry.entry;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
