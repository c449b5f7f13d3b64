import type { StartedElsewhere } from '../../platform/process/child-starter.process.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { type ChildOutcome, runChild } from '../../platform/process/run-child.js';
import { serveRequests } from '../../platform/process/serve-requests.js';
import { type ShadowPlace, SnapshotError } from './shadow-git.js';
import { StateTaker } from './state-taker.js';

export interface TakeRequest {
  readonly place: ShadowPlace;
  readonly inherited: Readonly<Record<string, string>>;
  /** Also scans folders with a single mark. */
  readonly looksDeep: boolean;
}

export type StatesRequest = { readonly timeoutMs: number } & (
  { readonly command: StartedElsewhere } | { readonly take: TakeRequest }
);

export type StatesAnswer =
  | { readonly outcome: ChildOutcome }
  | { readonly state: string }
  | { readonly refusal: string; readonly isLasting: boolean };

/** Workspaces whose files are cached. */
const maxTakers = 100;

const neverAborted = new AbortController().signal;
const start = (command: StartedElsewhere): Promise<ChildOutcome> =>
  runChild({ ...command, signal: neverAborted });

/** The most recently used last. */
const takers = new Map<string, StateTaker>();
let environment: Readonly<Record<string, string>> = {};

function takerOf(place: ShadowPlace): StateTaker {
  const key = JSON.stringify(place);
  const taker = takers.get(key) ?? new StateTaker(place, () => environment, start);
  takers.delete(key);
  takers.set(key, taker);
  for (const [oldest, unused] of takers) {
    if (takers.size <= maxTakers) break;
    unused.save();
    takers.delete(oldest);
  }
  return taker;
}

async function take({ place, inherited, looksDeep }: TakeRequest): Promise<StatesAnswer> {
  environment = inherited;
  try {
    return { state: await takerOf(place).take(looksDeep) };
  } catch (thrown) {
    const isLasting = thrown instanceof SnapshotError && thrown.isLasting;
    return { refusal: messageOf(thrown), isLasting };
  }
}

/** Scans workspaces and runs git instead of the service itself. */
serveRequests(async (request: StatesRequest): Promise<StatesAnswer> =>
  'take' in request ? take(request.take) : { outcome: await start(request.command) },
);

// The service has dropped this process.
process.once('disconnect', () => {
  for (const taker of takers.values()) taker.save();
});
