import type { CSSProperties } from 'react';
import type { Point } from './plan-types.js';
import type { Talk } from './talk.js';

/** Height of mouths above the seats, metres. */
const mouth = 0.62;
const around = 0.7;

/** A line from the last speaker to the person they answer. */
export function TalkLine({
  talk,
  places,
  origin,
}: {
  readonly talk: Talk | null;
  readonly places: ReadonlyMap<string, Point>;
  readonly origin: Point;
}) {
  const from = talk === null ? undefined : places.get(talk.from);
  const to = talk === null ? undefined : places.get(talk.to);
  if (from === undefined || to === undefined) return null;
  const bow = { x: (to.z - from.z) * 0.18, z: (from.x - to.x) * 0.18 };
  const middle = { x: (from.x + to.x) / 2 + bow.x, z: (from.z + to.z) / 2 + bow.z };
  const start = towards(from, middle);
  const end = towards(to, middle);
  // As small as the line, so that its moving dashes repaint little of the page.
  const left = Math.min(from.x, to.x, middle.x) - 1;
  const top = Math.min(from.z, to.z, middle.z) - 1 - mouth;
  const width = Math.max(from.x, to.x, middle.x) + 1 - left;
  const height = Math.max(from.z, to.z, middle.z) + 1 - top;
  const at = { '--x': left - origin.x, '--z': top - origin.z, '--w': width, '--h': height };
  const angle = (Math.atan2(end.z - middle.z, end.x - middle.x) * 180) / Math.PI;
  const d = `M${start.x} ${start.z - mouth}Q${middle.x} ${middle.z - mouth} ${end.x} ${end.z - mouth}`;
  return (
    <svg
      key={d}
      className="talk"
      style={at as CSSProperties}
      viewBox={[left, top, width, height].join(' ')}
      aria-hidden="true"
    >
      <path className="under" d={d} />
      <path d={d} />
      <path
        className="head"
        d="M.16 0L-.14 -.17V.17Z"
        transform={`translate(${end.x} ${end.z - mouth}) rotate(${angle})`}
      />
    </svg>
  );
}

/** A point beside a person, towards another point. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.z - from.z) || 1;
  const share = Math.min(0.45, around / length);
  return { x: from.x + (to.x - from.x) * share, z: from.z + (to.z - from.z) * share };
}
