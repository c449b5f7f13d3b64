import { rotations } from '../../protocol/records/enums.js';
import type { BlockKind, PlacedBlock } from '../../protocol/records/floor.js';
import type { Footprint, Placement } from './geometry.js';
import {
  doorwaysOf,
  flushAgainst,
  footprintOf,
  oppositeEdge,
  overlaps,
  turnEdge,
} from './geometry.js';
import type { ModuleKit, Port } from './module-kit.js';

/** A floor never grows beyond this many modules. */
export const maxModules = 24;

/** The kinds a floor can grow; fittings are only placed as connectors. */
export function growableKinds(kit: ModuleKit): readonly BlockKind[] {
  return kit.blocks.filter((kind) => !kind.fitting);
}

/**
 * The modules of a floor with so many rooms.
 *
 * Planned from the core each time and without chance, so the same kit and number always give the
 * same floor, and a longer plan begins with the shorter one. Fewer modules than asked for means
 * that every port is used or blocked, or that the ceiling is reached.
 */
export function planFloor(kit: ModuleKit, rooms: number): readonly PlacedBlock[] {
  const wanted = Math.min(rooms, maxModules);
  const floor = new GrowingFloor(kit);
  // The loop meets the doorways that modules placed on the way have added to the queue.
  for (const port of floor.ports) {
    if (floor.blocks.length >= wanted) break;
    floor.growAt(port);
  }
  return floor.blocks;
}

/** A plan in the making: what stands, what it covers, and the ports to visit. */
class GrowingFloor {
  readonly blocks: PlacedBlock[] = [];
  readonly ports: Port[];
  private readonly kinds: readonly BlockKind[];
  private readonly covered: Footprint[];
  private readonly uses = new Map<BlockKind, number>();

  constructor(kit: ModuleKit) {
    const { width, depth, ports } = kit.core;
    this.kinds = growableKinds(kit);
    this.ports = [...ports];
    this.covered = [{ x: 0, z: 0, width, depth }];
  }

  /** Sets the first kind that fits against the port; a port where nothing fits stays spent. */
  growAt(port: Port): void {
    for (const kind of this.leastUsedFirst()) {
      const placement = placementsAt(port, kind).find((spot) => this.isFree(kind, spot));
      if (placement) {
        this.place(kind, placement, port);
        return;
      }
    }
  }

  /** The sort is stable, so kinds used equally often stay in kit order. */
  private leastUsedFirst(): readonly BlockKind[] {
    return this.kinds.toSorted((a, b) => this.usesOf(a) - this.usesOf(b));
  }

  private usesOf(kind: BlockKind): number {
    return this.uses.get(kind) ?? 0;
  }

  private isFree(kind: BlockKind, placement: Placement): boolean {
    const footprint = footprintOf(kind, placement);
    return !this.covered.some((other) => overlaps(footprint, other));
  }

  private place(kind: BlockKind, placement: Placement, port: Port): void {
    const id = `B${this.blocks.length + 1}`;
    const block: PlacedBlock = { id, kind: kind.id, ...placement, attachedTo: port.id };
    this.blocks.push(block);
    this.covered.push(footprintOf(kind, block));
    this.uses.set(kind, this.usesOf(kind) + 1);
    this.ports.push(...doorwaysOf(kind, block).filter((doorway) => !joins(doorway, port)));
  }
}

/** Every way to stand against a port with a door facing back at it, in the order they are tried. */
function placementsAt(port: Port, kind: BlockKind): Placement[] {
  const back = oppositeEdge(port.dir);
  return rotations
    .filter((rotation) => kind.doors.some((door) => turnEdge(door, rotation) === back))
    .map((rotation) => flushAgainst(port, kind, rotation));
}

/** The doorway and the port are one opening, seen from its two sides. */
function joins(doorway: Port, port: Port): boolean {
  return doorway.dir === oppositeEdge(port.dir);
}
