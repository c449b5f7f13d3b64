import type { BlockEdge } from '../../protocol/records/layout-enums.js';
import type { BlockKind } from '../../protocol/records/floor.js';

/** The parts of floors: the core, and modules that extend it. */
export interface ModuleKit {
  readonly version: number;
  /** Grid size, metres. */
  readonly cell: number;
  readonly core: KitCore;
  /** In kit order, which breaks ties in growth. */
  readonly blocks: readonly BlockKind[];
}

interface KitCore {
  /** Name of the 3D part. */
  readonly model: string;
  /** Metres; the core's centre is the floor's origin. */
  readonly width: number;
  readonly depth: number;
  /** In the order in which growth uses them. */
  readonly ports: readonly Port[];
  /** Seat ids, sorted by name. */
  readonly seats: readonly string[];
  readonly rooms: readonly string[];
}

/** A doorway for growth: its centre in metres, and the side it opens to. */
export interface Port {
  readonly id: string;
  readonly x: number;
  readonly z: number;
  readonly dir: BlockEdge;
}
