import type { Plan } from './plan.js';
import type { PlantedFault } from './planted-faults.js';
import { carryOut } from './seed.js';
import type { SimulatedStore } from './store.js';

/** The plan, or one that differs by its schedule, if it still fails in the same way; or null. */
export type Failing = (plan: Plan) => Promise<Plan | null>;

interface Sought {
  readonly oracle: string;
  readonly planted: PlantedFault | null;
}

/** Schedules that are tried, because without some actions another one shows the fault. */
const manySchedules = 8;

/** What still fails by the same oracle. */
export function failingBy(
  store: SimulatedStore,
  { oracle, planted }: Sought,
  schedules = manySchedules,
): Failing {
  return async (plan) => {
    for (let later = 0; later < schedules; later += 1) {
      const tried = { ...plan, schedule: plan.schedule + later };
      const { faults } = await carryOut(store, tried, planted);
      if (faults.some((fault) => fault.oracle === oracle)) return tried;
    }
    return null;
  };
}

/** The plan with few actions and little beside them that still fails. */
export async function simplified(failing: Failing, whole: Plan): Promise<Plan> {
  const few = await withFewActions(failing, whole);
  return withFewActions(failing, await withoutTraits(failing, few));
}

/** The plan with so few actions that none can be left out alone (delta debugging). */
export async function withFewActions(failing: Failing, whole: Plan): Promise<Plan> {
  let least = whole;
  for (let size = Math.ceil(least.actions.length / 2); size >= 1;) {
    const smaller = await withoutSome(failing, least, size);
    least = smaller ?? least;
    if (smaller === null && size === 1) break;
    size = smaller === null ? Math.ceil(size / 2) : Math.min(size, smaller.actions.length);
  }
  return least;
}

/** The first that still fails without so many actions beside one another; null: none does. */
async function withoutSome(failing: Failing, plan: Plan, size: number): Promise<Plan | null> {
  for (let from = 0; from < plan.actions.length; from += size) {
    const actions = plan.actions.toSpliced(from, size);
    const smaller = await failing({ ...plan, actions });
    if (smaller !== null) return smaller;
  }
  return null;
}

/** Each makes a history simpler. */
const simpler: readonly ((plan: Plan) => Partial<Plan>)[] = [
  () => ({ replicas: 1 }),
  ({ replicas }) => ({ replicas: Math.min(2, replicas) }),
  () => ({ clients: 0 }),
  ({ clients }) => ({ clients: Math.min(1, clients) }),
  () => ({ losing: 0 }),
  () => ({ doubling: 0 }),
  () => ({ delaying: 0 }),
  () => ({ storeSkewMs: 0 }),
  () => ({ provider: { late: 0, refused: 0, cut: 0, lying: 0 } }),
  ({ work }) => ({ work: { ...work, mostStages: 1, parallel: 0, discussed: 0 } }),
  ({ work }) => ({ work: { ...work, mostRounds: 1 } }),
];

async function withoutTraits(failing: Failing, whole: Plan): Promise<Plan> {
  let least = whole;
  for (const change of simpler) {
    least = (await failing({ ...least, ...change(least) })) ?? least;
  }
  return least;
}
