import { letter } from './signs.js';
import type { FloorPlan, Room, Stretch, Wall } from './plan-types.js';

/** Height and thickness of drawn walls, metres. */
export const wallHeight = 0.95;
const lowWall = 0.42;
const thick = 0.22;

/** A wall that runs south is seen from above, one that runs east also from the south. */
export function WallShape({ wall }: { readonly wall: Wall }) {
  const { axis, at, from, to, rooms } = wall;
  const long = to - from;
  if (axis === 'v') {
    return (
      <g className={`wall ${rooms === 'both' ? '' : 'outer'}`}>
        <rect
          className="face"
          x={at - thick / 2}
          y={to - wallHeight}
          width={thick}
          height={wallHeight}
        />
        <rect
          className="cap"
          x={at - thick / 2}
          y={from - wallHeight - thick / 2}
          width={thick}
          height={long + thick / 2}
        />
        {rooms !== 'both' &&
          panes(wall, 1.7, 1.3).map((along) => (
            <rect
              key={along}
              className="pane"
              x={at - 0.05}
              y={along - wallHeight}
              width=".1"
              height="1.7"
            />
          ))}
      </g>
    );
  }
  // The front wall is low, so that the room behind it is visible.
  const height = rooms === 'before' ? lowWall : wallHeight;
  const box = { x: from - thick / 2, width: long + thick };
  return (
    <g className={`wall ${rooms === 'both' ? '' : 'outer'}`}>
      <rect
        className={`face ${rooms === 'before' ? 'outside' : ''}`}
        {...box}
        y={at - height}
        height={height}
      />
      <rect className="skirting" {...box} y={at - 0.09} height=".09" />
      <rect className="cap" {...box} y={at - height - thick} height={thick} />
      {rooms === 'before' &&
        panes(wall, 1.7, 0.7).map((along) => (
          <rect
            key={along}
            className="pane night"
            x={along}
            y={at - 0.33}
            width="1.7"
            height=".2"
            rx=".03"
          />
        ))}
    </g>
  );
}

/** Evenly spaced positions of windows along a wall. */
export function panes(
  { from, to }: Pick<Stretch, 'from' | 'to'>,
  length: number,
  gap: number,
): readonly number[] {
  const count = Math.floor((to - from - gap) / (length + gap));
  if (count < 1) return [];
  const rest = (to - from - count * length) / (count + 1);
  return Array.from({ length: count }, (_, index) => from + rest + index * (length + rest));
}

export const windowLength = 1.1;

/** Positions of the windows in a room's north wall, beside its name. */
export function windowsOf(
  { x, z, width, name, furniture }: Room,
  walls: readonly Wall[],
): readonly number[] {
  const isOuter = walls.some(
    ({ axis, at, from, to, rooms }) =>
      axis === 'h' &&
      rooms === 'after' &&
      Math.abs(at - z) < 0.01 &&
      from < x + 1 &&
      to > x + width - 1,
  );
  if (!isOuter || furniture === 'meeting' || furniture === 'boardroom' || furniture === 'racks')
    return [];
  return panes({ from: x + 0.3 + name.length * letter, to: x + width - 0.1 }, windowLength, 0.35);
}

export function WindowShape({ x, z }: { readonly x: number; readonly z: number }) {
  return (
    <g className="window">
      <rect className="frame" x={x} y={z - 0.84} width={windowLength} height=".62" rx=".04" />
      <rect
        className="glass"
        x={x + 0.06}
        y={z - 0.78}
        width={windowLength / 2 - 0.09}
        height=".5"
      />
      <rect
        className="glass"
        x={x + windowLength / 2 + 0.03}
        y={z - 0.78}
        width={windowLength / 2 - 0.09}
        height=".5"
      />
      <path className="shine" d={`M${x + 0.12} ${z - 0.4}l.26 -.34h.12l-.34 .44z`} />
    </g>
  );
}

/** Light from a window. */
export function Beam({ x, z }: { readonly x: number; readonly z: number }) {
  return <path className="beam" d={`M${x} ${z}h${windowLength}l1 2.7h-${windowLength + 0.3}z`} />;
}

/** A used whiteboard, in meeting rooms. */
export function Whiteboard({
  x,
  z,
  width,
}: {
  readonly x: number;
  readonly z: number;
  readonly width: number;
}) {
  return (
    <g className="board">
      <rect className="frame" x={x} y={z - 0.9} width={width} height=".66" rx=".05" />
      <rect className="white" x={x + 0.06} y={z - 0.84} width={width - 0.12} height=".54" />
      <path
        className="note"
        d={`M${x + 0.2} ${z - 0.7}h.5M${x + 0.2} ${z - 0.58}h.34M${x + 0.2} ${z - 0.46}h.42M${x + 0.95} ${z - 0.7}h.3v.26h-.3zM${x + 1.25} ${z - 0.57}h.22`}
      />
    </g>
  );
}

/** The name of a room, on its north wall. */
export function RoomName({ room: { x, z, name } }: { readonly room: Room }) {
  return (
    <text className="room-name" x={x + 0.3} y={z - 0.44}>
      {name}
    </text>
  );
}

const carpeted = new Set([
  'lounge',
  'meeting',
  'boardroom',
  'library',
  'breakout',
  'gallery',
  'phone',
  'booths',
]);

export function RoomFloor({ room }: { readonly room: Room }) {
  const { id, x, z, width, depth, furniture, category } = room;
  const isCarpet = carpeted.has(furniture) || id.endsWith('Lounge') || id.endsWith('CEO');
  const isTiled = id.endsWith('Lobby') || furniture === 'racks' || category === 'circulation';
  const kind = isCarpet ? 'carpet' : isTiled ? 'tiles' : 'wood';
  const area = { x, y: z, width, height: depth };
  return (
    <g>
      <rect className={`ground ${kind}`} {...area} />
      <rect {...area} fill={`url(#${kind})`} />
    </g>
  );
}

/** The shade of walls on the floor beside them. */
export function RoomShade({ plan }: { readonly plan: FloorPlan }) {
  return (
    <g>
      {plan.walls
        .filter(({ rooms }) => rooms !== 'before')
        .map(({ axis, at, from, to }) =>
          axis === 'h' ? (
            <rect
              key={`h${at} ${from}`}
              x={from}
              y={at}
              width={to - from}
              height=".7"
              fill="url(#shade-south)"
            />
          ) : (
            <rect
              key={`v${at} ${from}`}
              x={at}
              y={from}
              width=".6"
              height={to - from}
              fill="url(#shade-east)"
            />
          ),
        )}
    </g>
  );
}

/** The threshold of an opening in a wall. */
export function Threshold({ opening: { axis, at, from, to } }: { readonly opening: Stretch }) {
  if (to - from > 4) return null;
  return axis === 'h' ? (
    <rect className="threshold" x={from} y={at - 0.1} width={to - from} height=".2" />
  ) : (
    <rect className="threshold" x={at - 0.1} y={from} width=".2" height={to - from} />
  );
}
