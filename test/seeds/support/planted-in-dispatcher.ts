import type { ClaimedLease } from '#runs/queue/leases.repository.js';
import type { RunClaims } from '#runs/queue/run-claims.js';
import type { RunDispatcher } from '#runs/queue/run-dispatcher.js';

interface Dispatcher {
  readonly working: ReadonlyMap<string, unknown>;
  leftSomething: boolean;
  room(): number;
  begin(runId: string, claim: () => Promise<ClaimedLease | null>): Promise<void>;
}

/** As it was: what a search claimed is begun although the leases have lapsed since. */
export function plantInDispatcher(real: RunDispatcher, claims: RunClaims): void {
  const dispatcher = real as unknown as Dispatcher;
  const claimFree = async (): Promise<void> => {
    const room = Math.max(0, dispatcher.room());
    dispatcher.leftSomething = false;
    try {
      const leases = await claims.claimFree(room, () => [...dispatcher.working.keys()]);
      dispatcher.leftSomething ||= leases.length === room;
      for (const lease of leases) void dispatcher.begin(lease.runId, async () => lease);
    } catch {
      return;
    }
  };
  Object.assign(real, { claimFree });
}

/** Turns go on although the leases have lapsed, until the fence stops them. */
export function goOnWithoutLeases(dispatcher: RunDispatcher): void {
  Object.assign(dispatcher, { releaseAll: () => undefined });
}
