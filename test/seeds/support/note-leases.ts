import type { Fact } from './history.js';
import type { Seen } from './seen.js';

interface Held {
  readonly owner: string;
  readonly fence: number;
}

/**
 * Notes who holds each run, and who asks the provider for it. A process that was paused since its claim
 * may have asked before it could know that its leases had lapsed.
 */
export function noteLeases({ history }: Seen): void {
  const { facts, recorder } = history;
  const held = new Map<string, Held>();
  const claims = new Map<string, number>();
  const pauses = new Map<string, number>();
  const take = (place: number, { who: owner, data }: Fact, run: string): void => {
    const fence = Number(data['fence']);
    claims.set(`${owner} ${run}`, place);
    held.set(run, { owner, fence });
    recorder.note({ entry: 'lease', run, owner, fence });
  };
  const letGo = (owner: string, run: string): void => {
    const holder = held.get(run);
    if (holder?.owner !== owner) return;
    held.delete(run);
    recorder.note({ entry: 'lease', run, owner: null, fence: holder.fence });
  };
  for (const [place, fact] of facts.entries()) {
    const { what, who, data } = fact;
    const run = String(data['runId']);
    if (what === 'claimed') take(place, fact, run);
    if (what === 'let go') letGo(who, run);
    if (what === 'paused') pauses.set(who, place);
    if (what !== 'provider call') continue;
    const wasPaused = (pauses.get(who) ?? -1) > (claims.get(`${who} ${run}`) ?? -1);
    if (!wasPaused) recorder.note({ entry: 'work', run, owner: who });
  }
}
