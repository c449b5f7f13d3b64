import 'reflect-metadata';
import { keep, readKept } from './corpus.js';
import { type Plan, planOf } from './plan.js';
import { type PlantedFault, shownBy } from './planted-faults.js';
import { carryOut } from './seed.js';
import { failingBy, simplified, withFewActions } from './shrink.js';
import { SimulatedStore } from './store.js';

/** What `scripts/seeds.mjs` gives to each of its processes. */
interface Share {
  readonly from: number;
  /** The first seed that is not carried out. */
  readonly end: number;
  readonly shrink: boolean;
  readonly keep: boolean;
  readonly history: boolean;
  readonly only?: string;
  readonly schedule?: string;
  /** A file of the corpus, whose plan is carried out. */
  readonly kept?: string;
  readonly planted?: PlantedFault;
}

const share = JSON.parse(process.argv[2] ?? '{}') as Share;
const planted = share.planted ?? null;
if (planted !== null && !(planted in shownBy)) throw new Error(`there is no fault "${planted}"`);
const store = await SimulatedStore.open();

/** What nobody has caught in the present seed. */
const uncaught: string[] = [];
process.on('unhandledRejection', (thrown) => uncaught.push(`nobody caught ${String(thrown)}`));

for (let seed = share.from; seed < share.end; seed += 1) await tell(seed);
process.disconnect();

async function tell(seed: number): Promise<void> {
  const before = process.cpuUsage();
  const whole = share.kept === undefined ? planOf(seed) : readKept(share.kept).plan;
  const places = share.only?.split(',').map(Number);
  const plan = {
    ...{ ...whole, schedule: Number(share.schedule ?? whole.schedule) },
    actions: whole.actions.filter((_, at) => places?.includes(at) ?? true),
  };
  const first = await carryOut(store, plan, planted);
  const [fault] = first.faults;
  const least = fault === undefined ? plan : await simpler(plan, fault.oracle);
  const { faults, history, simulatedMs } =
    least === plan ? first : await carryOut(store, least, planted);
  const { user, system } = process.cpuUsage(before);
  const told = {
    cpuMs: (user + system) / 1000,
    ...{ seed, simulatedMs, schedule: least.schedule, actions: placesOf(least, whole) },
    faults: [...faults.map(({ message }) => message), ...uncaught.splice(0)],
    history: share.history ? history : '',
  };
  await new Promise((sent) => process.send?.(told, sent));
}

/** As simple as it is wanted. */
async function simpler(plan: Plan, oracle: string): Promise<Plan> {
  const failing = failingBy(store, { oracle, planted });
  if (share.keep) keep({ planted, oracle, plan: await simplified(failing, plan) });
  return share.shrink ? withFewActions(failing, plan) : plan;
}

function placesOf({ actions }: Plan, whole: Plan): readonly number[] {
  return actions.map((action) => whole.actions.indexOf(action));
}
