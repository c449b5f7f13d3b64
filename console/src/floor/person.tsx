import { memo, type CSSProperties } from 'react';
import type { EmployeeStatus } from '#protocol/records/enums.js';
import type { Role } from '#protocol/records/organisation.js';
import { toldPurpose } from '#protocol/rules/told-purpose.js';
import { firstLine } from '../app/format.js';
import type { Facing, Point } from './plan-types.js';
import { Portrait } from './portrait.js';
import { StatusMark } from './status-mark.js';
import { statusWords } from './status.js';
import { useWalk } from './use-walk.js';
import type { Walkways } from './walk.js';

interface PersonProps {
  readonly id: string;
  readonly name: string;
  readonly status: EmployeeStatus;
  readonly activity: string | null;
  readonly isAsking: boolean;
  readonly role: Role | undefined;
  readonly x: number;
  readonly z: number;
  /** The corner of the view. */
  readonly origin: Point;
  readonly facing: Facing;
  readonly hasDesk: boolean;
  readonly isNamed: boolean;
  readonly isSelected: boolean;
  readonly ways: () => Walkways;
  readonly onSelect: (id: string) => void;
}

/** Drawn again only when a shown value changes; spend and tokens are not shown. */
export const Person = memo(function Person(props: PersonProps) {
  const {
    id,
    name,
    activity,
    isAsking,
    role,
    x,
    z,
    origin,
    facing,
    hasDesk,
    isNamed,
    isSelected,
    onSelect,
  } = props;
  const status = isAsking ? 'blocked' : props.status;
  const walker = useWalk({ x, z }, origin, props.ways);
  const look = {
    '--body': role?.appearance.bodyColor ?? '#555555',
    '--trim': role?.appearance.accentColor ?? '#999999',
    '--x': x - origin.x,
    '--z': z - origin.z,
    zIndex: Math.round(z * 10) + 1000,
  } as CSSProperties;
  const doing = isAsking ? statusWords.blocked : firstLine(toldPurpose(activity ?? ''), 60);
  const does = isAsking
    ? statusWords.blocked
    : activity === null
      ? statusWords[status]
      : toldPurpose(activity);
  const isDoing = hasDesk && doing !== '';
  return (
    <button
      ref={walker}
      type="button"
      className={`person ${status} faces-${facing} ${isSelected ? 'selected' : ''} ${isNamed ? '' : 'unnamed'}`}
      style={look}
      aria-label={`${name}, ${role?.title ?? ''}: ${does}`}
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
    >
      <span className="halo" />
      <Portrait id={id} facing={facing} status={status} />
      <StatusMark status={status} />
      <span className={isDoing ? 'name doing' : 'name'}>
        {name.split(' ')[0]}
        {isDoing && <small>{doing}</small>}
      </span>
    </button>
  );
});
