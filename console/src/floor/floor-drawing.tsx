import { memo, type ReactNode } from 'react';
import {
  Beam,
  RoomFloor,
  RoomName,
  RoomShade,
  Threshold,
  WallShape,
  Whiteboard,
  WindowShape,
  windowsOf,
} from './building.js';
import { chanceOf } from './chance.js';
import { coreRugs, mainEntrance } from './core-plan.js';
import type { Zone } from './departments.js';
import { deskOf } from './desks.js';
import { Definitions } from './drawing-definitions.js';
import { Furniture } from './furniture.js';
import type { Area, FloorPlan, Room } from './plan-types.js';
import { letter } from './signs.js';
import { Site } from './site.js';
import { Chair, Desk } from './workplace.js';

/**
 * The building on its site, drawn once per layout and window size; people are drawn above.
 * Things further north are drawn first, so that those in front cover them.
 */
export const FloorDrawing = memo(function FloorDrawing({
  plan,
  zones,
  view,
}: {
  readonly plan: FloorPlan;
  readonly zones: readonly Zone[];
  readonly view: Area;
}) {
  const { rooms, openings, walls } = plan;
  const windows = rooms.flatMap((room) => windowsOf(room, walls).map((x) => ({ x, z: room.z })));
  return (
    <svg
      className="drawing"
      viewBox={[view.x, view.z, view.width, view.depth].join(' ')}
      aria-hidden="true"
    >
      <Definitions />
      <Site view={view} rooms={rooms} />
      <g className="building-cast">
        {rooms.map((room) => (
          <rect
            key={room.id}
            x={room.x + 0.3}
            y={room.z + 0.3}
            width={room.width + 0.25}
            height={room.depth + 0.3}
          />
        ))}
      </g>
      {rooms.map((room) => (
        <RoomFloor key={room.id} room={room} />
      ))}
      {openings.map((opening) => (
        <Threshold key={`${opening.axis} ${opening.at} ${opening.from}`} opening={opening} />
      ))}
      {coreRugs.map(({ x, z, width, depth }) => (
        <rect key={`${x} ${z}`} className="rug" x={x} y={z} width={width} height={depth} rx=".25" />
      ))}
      {zones.map((zone) => (
        <ZoneShape key={zone.id} zone={zone} />
      ))}
      <RoomShade plan={plan} />
      {windows.map(({ x, z }) => (
        <Beam key={`${x} ${z}`} x={x} z={z} />
      ))}
      {standing(plan, windows).map(({ key, shape }) => (
        <g key={key}>{shape}</g>
      ))}
      {rooms.map((room) => (
        <Glow key={room.id} room={room} />
      ))}
    </svg>
  );
});

interface Standing {
  readonly key: string;
  /** Position to the south; larger values are drawn later. */
  readonly z: number;
  readonly shape: ReactNode;
}

function standing(
  plan: FloorPlan,
  windows: readonly { x: number; z: number }[],
): readonly Standing[] {
  const named = plan.rooms.filter(({ name }) => name !== '');
  const all: Standing[] = [
    ...plan.walls.map((wall): Standing => {
      const key = `${wall.axis} ${wall.at} ${wall.from}`;
      const z = wall.axis === 'h' ? wall.at : wall.to - 0.01;
      return { key, z, shape: <WallShape wall={wall} /> };
    }),
    ...windows.map(({ x, z }): Standing => ({
      key: `window ${x} ${z}`,
      z: z + 0.001,
      shape: <WindowShape x={x} z={z} />,
    })),
    ...named.map((room): Standing => ({
      key: `name ${room.id}`,
      z: room.z + 0.001,
      shape: <RoomSign room={room} />,
    })),
    ...plan.items.map((item): Standing => {
      const z = item.z + item.depth;
      return { key: `${item.kind} ${item.x} ${item.z}`, z, shape: <Furniture item={item} /> };
    }),
    ...[...plan.seats].flatMap(([id, seat]): Standing[] => {
      const chair = { key: `chair ${id}`, z: seat.z, shape: <Chair seat={seat} /> };
      if (!seat.hasDesk) return [chair];
      const area = deskOf(seat);
      const variety = Math.floor(chanceOf(id) * 24);
      return [
        chair,
        { key: id, z: area.z + area.depth, shape: <Desk seat={seat} variety={variety} /> },
      ];
    }),
    { key: 'entrance', z: mainEntrance.at + 0.001, shape: <Entrance /> },
  ];
  return all.toSorted((a, b) => a.z - b.z);
}

/** The name of a room, and a whiteboard in meeting rooms. */
function RoomSign({ room }: { readonly room: Room }) {
  const isMeeting = room.furniture === 'meeting' || room.furniture === 'boardroom';
  const nameWidth = room.name.length * letter + 0.6;
  return (
    <>
      <RoomName room={room} />
      {isMeeting && room.width - nameWidth > 1.7 && (
        <Whiteboard
          x={room.x + nameWidth}
          z={room.z}
          width={Math.min(2.4, room.width - nameWidth - 0.3)}
        />
      )}
    </>
  );
}

function ZoneShape({ zone: { x, z, width, depth, color, name, facing } }: { readonly zone: Zone }) {
  const nameX = facing === 'e' ? x + width - 0.14 : x + 0.14;
  return (
    <g>
      <rect
        className="zone"
        fill={color}
        stroke={color}
        x={x}
        y={z}
        width={width}
        height={depth}
        rx=".22"
      />
      <text
        className="zone-name"
        x={nameX}
        y={z + depth - 0.13}
        textAnchor={facing === 'e' ? 'end' : 'start'}
      >
        {name}
      </text>
    </g>
  );
}

function Entrance() {
  const { at, from, to } = mainEntrance;
  const middle = (from + to) / 2;
  return (
    <g className="entrance">
      <ellipse cx={middle} cy={at + 0.9} rx="2.6" ry="1.7" fill="url(#lamp-light)" />
      <rect className="frame" x={from} y={at - 0.64} width={to - from} height=".64" rx=".05" />
      <rect
        className="glass"
        x={from + 0.08}
        y={at - 0.56}
        width={middle - from - 0.12}
        height=".56"
      />
      <rect
        className="glass"
        x={middle + 0.04}
        y={at - 0.56}
        width={middle - from - 0.12}
        height=".56"
      />
      <path
        className="handle"
        d={`M${middle - 0.12} ${at - 0.36}v.2M${middle + 0.12} ${at - 0.36}v.2`}
      />
    </g>
  );
}

/** Light of a ceiling lamp in the evening. */
function Glow({ room: { x, z, width, depth } }: { readonly room: Room }) {
  return <rect x={x} y={z} width={width} height={depth} fill="url(#lamp-light)" />;
}
