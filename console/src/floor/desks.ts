import type { Area, SeatPlace } from './plan-types.js';

const across = 2.1;
const deep = 0.85;
/** Gap between person and desk, metres. */
const gap = 0.3;

/** The desk in front of a seat. */
export function deskOf({ x, z, facing }: SeatPlace): Area {
  switch (facing) {
    case 'n':
      return { x: x - across / 2, z: z - gap - deep, width: across, depth: deep };
    case 's':
      return { x: x - across / 2, z: z + gap, width: across, depth: deep };
    case 'e':
      return { x: x + gap, z: z - across / 2, width: deep, depth: across };
    case 'w':
      return { x: x - gap - deep, z: z - across / 2, width: deep, depth: across };
  }
}
