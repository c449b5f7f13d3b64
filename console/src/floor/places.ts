import type { EmployeeState } from '../../../src/protocol/records/organisation.js';
import type { StageRun } from '../../../src/protocol/records/work.js';
import type { FloorPlan, Point } from './floor-plan.js';

type Seated = Pick<EmployeeState, 'id' | 'roleId' | 'seatId'>;
interface Staged {
  readonly stages: readonly {
    readonly status: StageRun['status'];
    readonly spec: Pick<StageRun['spec'], 'mode'>;
    readonly participantRoleIds: readonly string[];
  }[];
}

/**
 * Where everybody is: at the own desk, and in a meeting room while a debate that they take part in
 * goes on. Who has no seat stands in the lobby.
 */
export function placesOf(
  plan: FloorPlan,
  employees: readonly Seated[],
  runs: readonly Staged[],
): ReadonlyMap<string, Point> {
  const taken = new Set(employees.map(({ seatId }) => seatId));
  const free = spread(plan.meetingSeats.filter((id) => !taken.has(id)));
  const inDebate = debaters(runs);
  let standing = 0;
  return new Map(
    employees.map((employee) => {
      const seatId = inDebate.has(employee.roleId)
        ? (free.shift() ?? employee.seatId)
        : employee.seatId;
      const seat = seatId === null ? undefined : plan.seats.get(seatId);
      return [employee.id, seat ?? lobbyPlace(standing++)];
    }),
  );
}

/** Every other one first, so that few people sit around the whole table. */
function spread(seats: readonly string[]): string[] {
  const isFirst = (_seat: string, index: number) => index % 4 === 0 || index % 4 === 3;
  return [...seats.filter(isFirst), ...seats.filter((seat, index) => !isFirst(seat, index))];
}

/** Roles that take part in a debate now. */
export function debaters(runs: readonly Staged[]): ReadonlySet<string> {
  const stages = runs.flatMap(({ stages: all }) => all);
  const running = stages.filter(
    ({ status, spec }) => status === 'running' && spec.mode === 'debate',
  );
  return new Set(running.flatMap(({ participantRoleIds }) => participantRoleIds));
}

function lobbyPlace(index: number): Point {
  return { x: -10.2 + (index % 3) * 1.2, z: 1.8 + Math.floor(index / 3) * 1.2 };
}
