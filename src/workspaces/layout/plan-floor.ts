import { rotations } from '../../protocol/records/layout-enums.js';
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

/** Maximum number of modules of a floor. */
export const maxModules = 24;

/** Kinds that a floor can grow; fittings are only placed as connectors. */
export function growableKinds(kit: ModuleKit): readonly BlockKind[] {
  return kit.blocks.filter((kind) => !kind.fitting);
}

/**
 * The modules of a floor with this many rooms. Deterministic: planned from the core, so equal
 * inputs give equal floors, and a longer plan extends a shorter one. Fewer modules than requested
 * means that every port is used or blocked, or that the maximum is reached.
 */
export function planFloor(kit: ModuleKit, rooms: number): readonly PlacedBlock[] {
  const wanted = Math.min(rooms, maxModules);
  const floor = new GrowingFloor(kit);
  // The loop also visits doorways that are added to the queue by placed modules.
  for (const port of floor.ports) {
    if (floor.blocks.length >= wanted) break;
    floor.growAt(port);
  }
  return floor.blocks;
}

/** A plan in progress: modules, covered area, and ports to visit. */
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

  /** Places the first fitting kind at the port; a port without one stays unused. */
  growAt(port: Port): void {
    for (const kind of this.leastUsedFirst()) {
      const placement = placementsAt(port, kind).find((spot) => this.isFree(kind, spot));
      if (placement) {
        this.place(kind, placement, port);
        return;
      }
    }
  }

  /** Stable sort: kinds used equally often stay in kit order. */
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

/** All placements with a door facing the port, in the order of trying. */
function placementsAt(port: Port, kind: BlockKind): Placement[] {
  const back = oppositeEdge(port.dir);
  return rotations
    .filter((rotation) => kind.doors.some((door) => turnEdge(door, rotation) === back))
    .map((rotation) => flushAgainst(port, kind, rotation));
}

/** True if doorway and port are two sides of one opening. */
function joins(doorway: Port, port: Port): boolean {
  return doorway.dir === oppositeEdge(port.dir);
}
