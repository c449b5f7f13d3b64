import { memo } from 'react';
import { chanceOf, pick } from './chance.js';
import { mainEntrance } from './core-plan.js';
import type { Area } from './plan-types.js';

/** Grass, trees and a path to the doors around the building, up to the edges of the view. */
export const Site = memo(function Site({
  view,
  rooms,
}: {
  readonly view: Area;
  readonly rooms: readonly Area[];
}) {
  const path = {
    x: mainEntrance.from - 0.2,
    width: mainEntrance.to - mainEntrance.from + 0.4,
    z: mainEntrance.at,
  };
  const south = view.z + view.depth;
  return (
    <g className="site">
      <rect className="lawn" x={view.x} y={view.z} width={view.width} height={view.depth} />
      <rect x={view.x} y={view.z} width={view.width} height={view.depth} fill="url(#mown)" />
      <g className="apron">
        {rooms.map(({ x, z, width, depth }) => (
          <rect
            key={`${x} ${z}`}
            x={x - 0.55}
            y={z - 0.55}
            width={width + 1.1}
            height={depth + 1.1}
            rx=".5"
          />
        ))}
        <rect x={path.x} y={path.z} width={path.width} height={south - path.z} />
      </g>
      <rect x={path.x} y={path.z} width={path.width} height={south - path.z} fill="url(#slabs)" />
      {shrubs.map(({ x, z, size }) => (
        <Shrub key={x} x={x} z={z} size={size} />
      ))}
      {treesOf(view, rooms).map(({ x, z, size }) => (
        <Tree key={`${x} ${z}`} x={x} z={z} size={size} />
      ))}
    </g>
  );
});

interface Placed {
  readonly x: number;
  readonly z: number;
  readonly size: number;
}

const spacing = 2.9;

/** Trees on the grass, at fixed pseudo-random places. */
function treesOf({ x, z, width, depth }: Area, rooms: readonly Area[]): readonly Placed[] {
  const columns = { first: Math.floor(x / spacing), last: Math.ceil((x + width) / spacing) };
  const rows = { first: Math.floor(z / spacing), last: Math.ceil((z + depth) / spacing) };
  const found: Placed[] = [];
  for (let row = rows.first; row <= rows.last; row++) {
    for (let column = columns.first; column <= columns.last; column++) {
      const chance = (what: string) => chanceOf(`${column} ${row} ${what}`);
      if (chance('grows') > 0.56) continue;
      const tree = {
        x: (column + chance('x') * 0.8) * spacing,
        z: (row + chance('z') * 0.8) * spacing,
        size: 0.42 + chance('size') * 0.68,
      };
      if (isFree(tree, rooms)) found.push(tree);
    }
  }
  return found;
}

function isFree({ x, z, size }: Placed, rooms: readonly Area[]): boolean {
  const isOnPath =
    z > mainEntrance.at && x > mainEntrance.from - 0.5 - size && x < mainEntrance.to + 0.5 + size;
  return (
    !isOnPath &&
    rooms.every(
      (room) =>
        x + size + 0.7 < room.x ||
        x - size - 0.7 > room.x + room.width ||
        z + size * 0.4 + 1.1 < room.z ||
        z - size * 1.7 - 0.3 > room.z + room.depth,
    )
  );
}

function Tree({ x, z, size }: Placed) {
  return (
    <g className="tree" transform={`translate(${x} ${z}) scale(${size})`}>
      <ellipse className="cast" cx=".3" cy=".12" rx="1" ry=".42" />
      <rect className="trunk" x="-.1" y="-.6" width=".2" height=".7" rx=".08" />
      <circle className="crown" cx="0" cy="-1" r=".92" />
      <circle className="crown mid" cx="-.16" cy="-1.14" r=".7" />
      <circle className="crown light" cx="-.3" cy="-1.3" r=".38" />
    </g>
  );
}

/** Shrubs along the front, beside the doors. */
const shrubs: readonly Placed[] = Array.from({ length: 25 }, (_, index) => ({
  x: -7.4 + index * 0.75 + chanceOf(`${index} shrub`) * 0.2,
  z: 8.62,
  size: 0.3 + chanceOf(`${index} shrub size`) * 0.14,
})).filter((_, index) => chanceOf(`${index} shrub grows`) < 0.8);

const blossoms = ['#f9a8d4', '#fde68a', '#ffffff'] as const;

function Shrub({ x, z, size }: Placed) {
  const blossom = pick(blossoms, `${x} blossom`);
  return (
    <g className="tree" transform={`translate(${x} ${z}) scale(${size})`}>
      <ellipse className="cast" cx=".2" cy=".1" rx="1.1" ry=".5" />
      <circle className="crown" cx="0" cy="-.45" r=".95" />
      <circle className="crown mid" cx="-.15" cy="-.6" r=".68" />
      <g className="blossom" fill={blossom}>
        <circle cx="-.3" cy="-.8" r=".13" />
        <circle cx=".3" cy="-.6" r=".13" />
        <circle cx="0" cy="-.2" r=".13" />
      </g>
    </g>
  );
}
