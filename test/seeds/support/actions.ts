import type { SimulatedFleet } from './fleet.js';
import type { Outside } from './outside.js';
import type { ActionName } from './plan.js';
import { inOrder } from './store-troubles.js';

const longestPauseMs = 25_000;
const longestStallMs = 40_000;
/** The longest wait for a transaction while the store is slow, ms. */
const slowestMs = 12_000;

type Action = (outside: Outside, fleet: SimulatedFleet) => void;

const place = ({ world }: Outside, fleet: SimulatedFleet): number =>
  world.random.between(0, fleet.places - 1);

/** A replica leaves in this way, and another start of it follows. */
function restart(outside: Outside, fleet: SimulatedFleet, leave: 'kill' | 'stop'): void {
  const { world } = outside;
  const of = place(outside, fleet);
  fleet[leave](of);
  const most = world.random.pick([300, 3000, 15_000]);
  world.after(world.random.between(0, most), () => fleet.start(of), null);
}

/** What clients and people do, and the troubles. */
export const actions: Readonly<Record<ActionName, Action>> = {
  submit: (_, fleet) => fleet.submit(),
  decide: ({ world: { random } }, fleet) =>
    fleet.decide(random.between(1, 2), random.chance(0.8) ? 'pending' : 'any'),
  cancel: (_, fleet) => fleet.cancel(),
  steer: (_, fleet) => fleet.steer(),
  retry: (_, fleet) => fleet.retry(),
  connect: (_, fleet) => fleet.connect(),
  disconnect: (_, fleet) => fleet.disconnect(),
  change: ({ world }, fleet) => fleet.change(world.random.between(1, 2)),
  kill: (outside, fleet) => restart(outside, fleet, 'kill'),
  stop: (outside, fleet) => restart(outside, fleet, 'stop'),
  pause: ({ world }, fleet) => fleet.pause(world.random.between(100, longestPauseMs)),
  upgrade: (outside, fleet) => {
    for (let of = fleet.places - 1; of >= 0; of -= 1) {
      if (outside.world.random.chance(0.5)) fleet.upgrade(of);
    }
    restart(outside, fleet, 'stop');
  },
  readSlowly: ({ world }, fleet) => fleet.stall(world.random.between(100, longestStallMs)),
  setClock: ({ world }, fleet) => fleet.jump(world.random.between(-3_600_000, 3_600_000)),
  loseRedis: ({ world, redis }) => {
    redis.leave();
    world.after(world.random.between(0, 10_000), () => redis.comeBack(), null);
  },
  failStore: ({ world, store, history }) => {
    const { random } = world;
    store.refusing = random.chance(0.5) ? random.pick([0.1, 0.5, 1]) : 0;
    store.losingAnswers = random.chance(0.5) ? random.pick([0.1, 0.3]) : 0;
    const end = () => Object.assign(store, inOrder);
    const ms = random.between(0, 15_000);
    store.losingCommits = random.chance(0.3) ? random.pick([0.1, 0.5]) : 0;
    store.breaking = random.chance(0.3) ? random.pick([0.1, 0.5]) : 0;
    store.failingReads = random.chance(0.3) ? random.pick([0.1, 0.5]) : 0;
    history.note('fails', 'store', { ms });
    world.after(ms, end, null);
  },
  slowStore: ({ world, store, history }) => {
    store.slowMs = world.random.between(100, slowestMs);
    const ms = world.random.between(1000, 20_000);
    history.note('is slow', 'store', { ms: ms + slowestMs });
    world.after(ms, () => (store.slowMs = 0), null);
  },
};
