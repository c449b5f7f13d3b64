import type { EmployeeState } from '#protocol/records/organisation.js';
import type { StageRun } from '#protocol/records/work.js';
import { chanceOf } from './chance.js';
import { loungeSeats, standingPlaces } from './core-plan.js';
import type { FloorPlan, SeatPlace } from './plan-types.js';

type Seated = Pick<EmployeeState, 'id' | 'roleId' | 'seatId' | 'status'>;
interface Staged {
  readonly stages: readonly {
    readonly status: StageRun['status'];
    readonly spec: Pick<StageRun['spec'], 'kind' | 'mode'>;
    readonly participantRoleIds: readonly string[];
  }[];
}

/** Approximate share of free people who rest in the lounge. */
const resting = 0.3;

/**
 * Everybody's position: at their desk, or in a meeting room during a debate or review in which
 * they take part. People without a seat stand in the lobby. Some free people without a part in an active run
 * rest in the lounge, always the same ones.
 */
export function placesOf(
  plan: FloorPlan,
  employees: readonly Seated[],
  runs: readonly Staged[],
): ReadonlyMap<string, SeatPlace> {
  const taken = new Set(employees.map(({ seatId }) => seatId));
  const meeting = spread(plan.meetingSeats.filter((id) => !taken.has(id)));
  const inDebate = debaters(runs);
  const needed = atWork(runs);
  const lounge = [...loungeSeats];
  let standing = 0;
  const beside = [...standingPlaces];
  return new Map(
    employees.map((employee): [string, SeatPlace] => {
      const { id, roleId, seatId } = employee;
      const isDebating = inDebate.has(roleId);
      const place = isDebating ? (meeting.shift() ?? null) : seatId;
      // On a large floor people have their desks at the table; who meets there then stands.
      const stand = isDebating && place === null ? beside.shift() : undefined;
      if (stand !== undefined) return [id, stand];
      const own = place ?? seatId;
      const seat = own === null ? undefined : plan.seats.get(own);
      if (seat === undefined) return [id, lobbyPlace(standing++)];
      const mayRest = !isDebating && !needed.has(roleId) && isResting(employee);
      return [id, (mayRest ? lounge.shift() : undefined) ?? seat];
    }),
  );
}

function isResting({ id, status }: Seated): boolean {
  return status === 'idle' && chanceOf(`${id} rests`) < resting;
}

/** Every other seat first, so that few people spread around the whole table. */
function spread(seats: readonly string[]): string[] {
  const isFirst = (_seat: string, index: number) => index % 4 === 0 || index % 4 === 3;
  return [...seats.filter(isFirst), ...seats.filter((seat, index) => !isFirst(seat, index))];
}

/** Roles that take part in a current debate or review; in a review the builders, too. */
export function debaters(runs: readonly Staged[]): ReadonlySet<string> {
  return new Set(
    runs.flatMap(({ stages }) =>
      stages
        .filter(({ status }) => status === 'running' || status === 'awaiting-approval')
        .flatMap(({ spec, participantRoleIds: own }) => {
          if (spec.mode === 'debate') return own;
          return spec.mode === 'review-loop' ? [...own, ...buildersIn(stages)] : [];
        }),
    ),
  );
}

function buildersIn(stages: Staged['stages']): readonly string[] {
  const builds = stages.filter(({ spec }) => spec.kind === 'build');
  return builds.flatMap(({ participantRoleIds }) => participantRoleIds);
}

/** Roles that take part in any stage of a run whose current stage runs or waits for approval. */
function atWork(runs: readonly Staged[]): ReadonlySet<string> {
  const open = runs.filter(({ stages }) =>
    stages.some(({ status }) => status === 'running' || status === 'awaiting-approval'),
  );
  const stages = open.flatMap(({ stages: all }) => all);
  return new Set(stages.flatMap(({ participantRoleIds }) => participantRoleIds));
}

const lobbyColumns = 4;

function lobbyPlace(index: number): SeatPlace {
  const row = Math.floor(index / lobbyColumns);
  const x = -10.4 + (index % lobbyColumns) * 0.95 + (row % 2) * 0.1;
  return { x, z: 1.35 + (row % 7) * 0.95, facing: 's', hasDesk: false };
}
