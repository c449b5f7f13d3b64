import type { BlockEdge } from '../../protocol/records/enums.js';
import type { BlockKind } from '../../protocol/records/floor.js';

/** What floors are built from: the core, and the modules that grow out of it. */
export interface ModuleKit {
  readonly version: number;
  /** Grid, metres. */
  readonly cell: number;
  readonly core: KitCore;
  /** In kit order, which breaks ties when a floor grows. */
  readonly blocks: readonly BlockKind[];
}

interface KitCore {
  /** Name of the 3D part. */
  readonly model: string;
  /** Metres; the centre of the core is the origin of the floor. */
  readonly width: number;
  readonly depth: number;
  /** In the order in which growth uses them. */
  readonly ports: readonly Port[];
  /** Seat ids, in name order. */
  readonly seats: readonly string[];
  readonly rooms: readonly string[];
}

/** A doorway that growth can use: its centre in metres, and the side it opens to. */
export interface Port {
  readonly id: string;
  readonly x: number;
  readonly z: number;
  readonly dir: BlockEdge;
}
