import 'reflect-metadata';
import { shrink } from './shrink.js';
import { carryOut } from './seed.js';
import type { PlantedFault } from './planted-faults.js';
import { SimulatedStore } from './store.js';

/** What `scripts/seeds.mjs` gives to each of its processes. */
interface Share {
  readonly from: number;
  /** The first seed that is not carried out. */
  readonly end: number;
  readonly step: number;
  readonly shrink: boolean;
  readonly history: boolean;
  readonly only?: string;
  readonly planted?: PlantedFault;
}

const share = JSON.parse(process.argv[2] ?? '{}') as Share;
const planted = share.planted ?? null;
const store = await SimulatedStore.open();

/** What nobody has caught in the present seed. */
const uncaught: string[] = [];
process.on('unhandledRejection', (thrown) => uncaught.push(`nobody caught ${String(thrown)}`));

for (let seed = share.from; seed < share.end; seed += share.step) await tell(seed);
process.disconnect();

async function tell(seed: number): Promise<void> {
  const only = share.only?.split(',').map(Number) ?? null;
  const first = await carryOut(store, seed, { planted, only });
  const isShrunk = share.shrink && first.faults.length > 0;
  const result = isShrunk ? await shrink(store, first, planted) : first;
  const { simulatedMs, actions } = result;
  const faults = [...result.faults, ...uncaught.splice(0)];
  const history = share.history ? result.history : '';
  await new Promise((sent) =>
    process.send?.({ seed, faults, simulatedMs, actions, history }, sent),
  );
}
