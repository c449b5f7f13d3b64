import { memo } from 'react';
import type { EmployeeState, Role } from '../../../src/protocol/records/organisation.js';
import { useLive, useNow, useOfficeState } from '../app/office-context.js';
import { firstLine, plain } from '../app/format.js';
import type { FloorPlan, Point } from './floor-plan.js';
import { initialsOf, statusWords } from './status.js';

/** How long words stay above a head, ms. */
const spokenMs = 9000;
const mostBubbles = 4;
/** Spoken words besides what is being written. */
const mostSpoken = 1;
/** The room that words take, metres. */
const bubbleSize = { x: 5.5, z: 2.6 };

/** Everybody at their place, in metres from the corner of the plan. */
export function PeopleLayer({
  plan,
  places,
  employees,
  selected,
  onSelect,
}: {
  readonly plan: FloorPlan;
  readonly places: ReadonlyMap<string, Point>;
  readonly employees: readonly EmployeeState[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}) {
  const roles = useOfficeState((state) => state.roles);
  const byRole = new Map(roles.map((role) => [role.id, role]));
  return (
    <div className="people">
      {employees.map((employee) => {
        const at = places.get(employee.id) ?? { x: 0, z: 0 };
        return (
          <Person
            key={employee.id}
            id={employee.id}
            name={employee.displayName}
            status={employee.status}
            activity={employee.activity}
            role={byRole.get(employee.roleId)}
            x={at.x - plan.bounds.x}
            z={at.z - plan.bounds.z}
            isSelected={employee.id === selected}
            onSelect={onSelect}
          />
        );
      })}
    </div>
  );
}

/** Drawn again only when something of it that is shown changes: spend and tokens are not. */
const Person = memo(function Person({
  id,
  name,
  status,
  activity,
  role,
  x,
  z,
  isSelected,
  onSelect,
}: {
  readonly id: string;
  readonly name: string;
  readonly status: EmployeeState['status'];
  readonly activity: string | null;
  readonly role: Role | undefined;
  readonly x: number;
  readonly z: number;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}) {
  const colors = {
    '--body': role?.appearance.bodyColor ?? '#555555',
    '--trim': role?.appearance.accentColor ?? '#999999',
    '--x': x,
    '--z': z,
  } as React.CSSProperties;
  const says = `${name}, ${role?.title ?? ''}: ${activity ?? statusWords[status]}`;
  return (
    <button
      type="button"
      className={`person ${status} ${isSelected ? 'selected' : ''}`}
      style={colors}
      aria-label={says}
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
    >
      <span className="ring" />
      <span className="body">{initialsOf(name)}</span>
      {status === 'blocked' && <span className="flag">!</span>}
      {status === 'thinking' && <span className="dots" />}
      <span className="name">{name.split(' ')[0]}</span>
    </button>
  );
});

interface Bubble {
  readonly id: string;
  readonly text: string;
  readonly isLive: boolean;
}

/** What is said or written at this moment, above the heads of those who do. */
export function Bubbles({
  plan,
  places,
}: {
  readonly plan: FloorPlan;
  readonly places: ReadonlyMap<string, Point>;
}) {
  const now = useNow(500);
  const employees = useOfficeState((state) => state.employees);
  const texts = useLive((live) => live.texts);
  const speeches = useLive((live) => live.speeches);
  const lately = [...speeches.values()].slice(-mostSpoken);
  const bubbles = employees.flatMap((employee): Bubble[] => {
    const live = employee.currentTurnId === null ? undefined : texts.get(employee.currentTurnId);
    if (live !== undefined && live.trim() !== '') {
      return [{ id: employee.id, text: tail(live), isLive: true }];
    }
    const speech = lately.find(({ fromEmployeeId }) => fromEmployeeId === employee.id);
    if (speech === undefined || now - speech.at > spokenMs) return [];
    return [
      { id: employee.id, text: firstLine(plain(speech.text.slice(0, 400)), 90), isLive: false },
    ];
  });
  return (
    <div className="bubbles" aria-hidden="true">
      {apart(bubbles, places).map(({ id, text, isLive }) => {
        const at = places.get(id) ?? { x: 0, z: 0 };
        const style = { '--x': at.x - plan.bounds.x, '--z': at.z - plan.bounds.z };
        return (
          <div
            key={id}
            className={`bubble ${isLive ? 'live' : ''} ${style['--z'] < 4 ? 'below' : ''} ${sideOf(style['--x'], plan.bounds.width)}`}
            style={style as React.CSSProperties}
          >
            <span>{text}</span>
          </div>
        );
      })}
    </div>
  );
}

/** The first of those that would lie over each other, what is being written before what was said. */
function apart(bubbles: readonly Bubble[], places: ReadonlyMap<string, Point>): readonly Bubble[] {
  const kept: Bubble[] = [];
  for (const bubble of bubbles.toSorted((a, b) => Number(b.isLive) - Number(a.isLive))) {
    const at = places.get(bubble.id);
    const isFree = kept.every(({ id }) => {
      const other = places.get(id);
      if (at === undefined || other === undefined) return true;
      return Math.abs(at.x - other.x) > bubbleSize.x || Math.abs(at.z - other.z) > bubbleSize.z;
    });
    if (isFree) kept.push(bubble);
  }
  return kept.slice(0, mostBubbles);
}

/** Lines from whoever speaks to those who are spoken to. */
export function TalkLines({
  plan,
  places,
}: {
  readonly plan: FloorPlan;
  readonly places: ReadonlyMap<string, Point>;
}) {
  const now = useNow(500);
  const speeches = useLive((live) => live.speeches);
  const { bounds } = plan;
  const lines = [...speeches.values()].flatMap(({ at, fromEmployeeId, toEmployeeIds }) => {
    const from = places.get(fromEmployeeId);
    if (from === undefined || now - at > spokenMs) return [];
    return toEmployeeIds.flatMap((id) => {
      const to = places.get(id);
      return to === undefined ? [] : [{ key: `${fromEmployeeId}-${id}`, d: curve(from, to) }];
    });
  });
  return (
    <svg
      className="talk"
      viewBox={[bounds.x, bounds.z, bounds.width, bounds.depth].join(' ')}
      aria-hidden="true"
    >
      {lines.slice(0, 40).map(({ key, d }) => (
        <path key={key} d={d} pathLength="1" />
      ))}
    </svg>
  );
}

/** Away from the edge that is near. */
function sideOf(x: number, width: number): string {
  if (x > width * 0.75) return 'to-left';
  return x < width * 0.2 ? 'to-right' : '';
}

function curve(from: Point, to: Point): string {
  const middleX = (from.x + to.x) / 2 + (to.z - from.z) * 0.15;
  const middleZ = (from.z + to.z) / 2 - (to.x - from.x) * 0.15;
  return `M${from.x} ${from.z}Q${middleX} ${middleZ} ${to.x} ${to.z}`;
}

function tail(text: string): string {
  const whole = plain(text.slice(-400));
  if (whole.length <= 90) return whole;
  // From the next word on.
  return `…${whole.slice(-90).replace(/^\S*\s/, '')}`;
}
