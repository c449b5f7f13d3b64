import type { Area, Opening, Stretch, Wall } from './plan-types.js';

/** The walls around rooms: one where two rooms touch, none at an opening. */
export function wallsOf(rooms: readonly Area[], openings: readonly Opening[]): readonly Wall[] {
  return [...wallsAlong('h', rooms, openings), ...wallsAlong('v', rooms, openings)];
}

interface Edge extends Stretch {
  readonly side: 'before' | 'after';
}

function wallsAlong(
  axis: Stretch['axis'],
  rooms: readonly Area[],
  openings: readonly Opening[],
): Wall[] {
  const lines = Map.groupBy(
    rooms.flatMap((room) => edgesOf(axis, room)),
    ({ at }) => Math.round(at * 1000),
  );
  return [...lines.values()].flatMap((edges) => {
    const open = openings.filter((each) => each.axis === axis && isNear(each.at, edges[0]?.at));
    return joined(pieces(edges, open));
  });
}

function isNear(a: number, b: number | undefined): boolean {
  return b !== undefined && Math.abs(a - b) < 0.01;
}

function edgesOf(axis: Stretch['axis'], { x, z, width, depth }: Area): Edge[] {
  const [across, from, size, length] = axis === 'h' ? [z, x, depth, width] : [x, z, width, depth];
  const stretch = { axis, from, to: from + length };
  return [
    { ...stretch, at: across, side: 'after' },
    { ...stretch, at: across + size, side: 'before' },
  ];
}

/** The line cut at every beginning and end on it, without the openings. */
function pieces(edges: readonly Edge[], open: readonly Opening[]): Wall[] {
  const cuts = [...edges, ...open].flatMap(({ from, to }) => [from, to]);
  const sorted = [...new Set(cuts)].toSorted((a, b) => a - b);
  return sorted.slice(1).flatMap((to, index): Wall[] => {
    const from = sorted[index] ?? to;
    const middle = (from + to) / 2;
    const covers = (each: Stretch) => each.from < middle && middle < each.to;
    const here = edges.filter(covers);
    const [first] = here;
    if (first === undefined || to - from < 0.01 || open.some(covers)) return [];
    const sides = new Set(here.map(({ side }) => side));
    const rooms = sides.size === 2 ? 'both' : first.side;
    return [{ axis: first.axis, at: first.at, from, to, rooms }];
  });
}

/** Joins adjacent walls of one kind. */
function joined(walls: readonly Wall[]): Wall[] {
  const result: Wall[] = [];
  for (const wall of walls) {
    const last = result.at(-1);
    if (last?.rooms === wall.rooms && isNear(last.to, wall.from)) {
      result[result.length - 1] = { ...last, to: wall.to };
    } else result.push(wall);
  }
  return result;
}
