import { memo } from 'react';
import type { FloorPlan, Room, SeatPlace } from './floor-plan.js';

/** The building from above: rooms, desks, tables, plants. Drawn once for a layout; people stand above. */
export const FloorDrawing = memo(function FloorDrawing({ plan }: { readonly plan: FloorPlan }) {
  const { bounds, rooms, tables, seats } = plan;
  const view = [bounds.x, bounds.z, bounds.width, bounds.depth].join(' ');
  return (
    <svg className="drawing" viewBox={view} aria-hidden="true">
      <defs>
        <pattern id="planks" width="1.6" height="0.5" patternUnits="userSpaceOnUse">
          <path className="plank" d="M0 0H1.6M0 .25H1.6M.4 0V.25M1.2 .25V.5" />
        </pattern>
        <pattern id="weave" width=".5" height=".5" patternUnits="userSpaceOnUse">
          <circle className="knot" cx=".125" cy=".125" r=".04" />
          <circle className="knot" cx=".375" cy=".375" r=".04" />
        </pattern>
      </defs>
      <g className="shadow">
        {rooms.map(({ id, x, z, width, depth }) => (
          <rect key={id} x={x + 0.15} y={z + 0.3} width={width} height={depth} rx=".3" />
        ))}
      </g>
      {rooms.map((room) => (
        <RoomShape key={room.id} room={room} />
      ))}
      <CoreDoors />
      {tables.map(({ id, x, z, width, depth }) => (
        <rect key={id} className="table-top" x={x} y={z} width={width} height={depth} rx=".5" />
      ))}
      {[...seats].map(([id, seat]) => (
        <SeatShape key={id} seat={seat} />
      ))}
      <CoreFurniture />
      {rooms.map((room) => (
        <text key={room.id} className="room-name" x={room.x + 0.4} y={room.z + 0.75}>
          {room.name}
        </text>
      ))}
    </svg>
  );
});

const soft = new Set(['lounge', 'meeting', 'boardroom', 'library', 'breakout', 'gallery']);

function RoomShape({ room: { id, x, z, width, depth, furniture, category } }: { room: Room }) {
  const isCarpet = soft.has(furniture) || id.endsWith('Lounge') || id.endsWith('CEO');
  const area = { x, y: z, width, height: depth };
  // The open floor of the core reaches behind the meeting room, which is drawn before it.
  const shape = id === 'Anchor_Room_DevFloor' ? 'M-7 -3H7V0H11V8H-7Z' : null;
  const look = `room ${isCarpet ? 'carpet' : 'wood'} ${category}`;
  const pattern = `url(#${isCarpet ? 'weave' : 'planks'})`;
  if (shape !== null) {
    return (
      <g>
        <path className={look} d={shape} />
        <path d={shape} fill={pattern} />
      </g>
    );
  }
  return (
    <g>
      <rect className={look} {...area} rx=".12" />
      <rect {...area} fill={pattern} />
      {category !== 'core' && <Plant x={x + width - 0.6} z={z + 0.6} />}
    </g>
  );
}

/** Openings in the walls of the core. */
function CoreDoors() {
  return (
    <g className="doors">
      <path d="M-5.2 -3h1.4M-.5 -3h1.4M4 -3h1.4M7 -2.2v1.4M-7 -1.8v1.2M-7 2.5v3M-10 0h2" />
      <path d="M11 -4.800v1.600M11 3.200v1.600M-11 -4.800v1.600M-11 3.200v1.600" />
    </g>
  );
}

function CoreFurniture() {
  return (
    <g>
      <rect className="sofa" x="-10.6" y="-7" width=".9" height="3.2" rx=".35" />
      <rect className="sofa" x="-8.400" y="-7" width=".9" height="3.2" rx=".35" />
      <circle className="table-top" cx="-9.050" cy="-5.400" r=".5" />
      <path className="counter" d="M-10 5.800h2.200v.7h-1.500v1h-.7z" />
      <rect className="rug" x="-5.900" y="-5.100" width="2.800" height="1.500" rx=".2" />
      <Plant x={-7.7} z={0.8} />
      <Plant x={-7.6} z={-0.7} />
      <Plant x={10.4} z={7.4} />
      <Plant x={-6.4} z={7.4} />
      <Plant x={6.4} z={-3.6} />
      <Plant x={-2.6} z={-3.6} />
      <rect className="board" x="7.300" y="-7.85" width="3.400" height=".18" rx=".05" />
      <rect className="board" x="-1" y="7.700" width="5" height=".18" rx=".05" />
    </g>
  );
}

function Plant({ x, z }: { x: number; z: number }) {
  return (
    <g className="plant" transform={`translate(${x} ${z})`}>
      <circle r=".42" />
      <path d="M0 -.4C.3 -.3 .3 .1 0 .3C-.3 .1 -.3 -.3 0 -.4M-.4 0C-.2 -.3 .2 -.3 .4 0C.2 .3 -.2 .3 -.4 0" />
    </g>
  );
}

const angles = { n: 0, e: 90, s: 180, w: 270 } as const;

/** A chair, and a desk with a screen in front of it where there is one. */
function SeatShape({ seat: { x, z, facing, hasDesk } }: { seat: SeatPlace }) {
  return (
    <g transform={`translate(${x} ${z}) rotate(${angles[facing]})`}>
      {hasDesk && (
        <>
          <rect className="desk" x="-1.050" y="-1.150" width="2.100" height=".85" rx=".12" />
          <rect className="screen" x="-.45" y="-1.050" width=".9" height=".14" rx=".05" />
          <rect className="keys" x="-.32" y="-.72" width=".64" height=".2" rx=".05" />
        </>
      )}
      <circle className="chair" r=".42" />
    </g>
  );
}
