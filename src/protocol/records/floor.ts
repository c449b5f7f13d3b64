import type {
  BlockCategory,
  BlockEdge,
  BlockKindName,
  BlockProp,
  Furniture,
  Rotation,
} from './layout-enums.js';
import type { OfficeStyle } from './style.js';

export interface FloorLayout {
  readonly blocks: readonly PlacedBlock[];
  /** Time of the last module added. */
  readonly updatedAt?: number;
}

/** A module standing on a floor; metres, +x east, +z south. */
export interface PlacedBlock {
  /** Instance on the floor: `B1`, `B2`, ... */
  readonly id: string;
  readonly kind: string;
  readonly x: number;
  readonly z: number;
  readonly rotation: Rotation;
  /** Port it was joined through. */
  readonly attachedTo: string;
}

/** A kind of module a floor can grow. */
export interface BlockKind {
  readonly id: string;
  readonly name: string;
  readonly kind: BlockKindName;
  readonly category?: BlockCategory;
  /** Absent = `desks`. */
  readonly furniture?: Furniture;
  readonly props?: readonly BlockProp[];
  /** Metres; the origin is at the centre. */
  readonly width: number;
  readonly depth: number;
  /** Edges growth can use. */
  readonly doors: readonly BlockEdge[];
  /** Local seat names, starting `Seat_`. */
  readonly seats: readonly string[];
  /** Name of the 3D part. */
  readonly node?: string;
  /** Room name, starting `Anchor_Room_`. */
  readonly room?: string;
  /** Placed as a connector, never grown as a room. */
  readonly fitting?: boolean;
}

/** `OfficeState.floor`: layout, seats and style of a floor. */
export interface FloorState {
  readonly layout: FloorLayout;
  readonly coreSeats: number;
  /** Core seats plus module seats. */
  readonly capacity: number;
  readonly seatIds: readonly string[];
  readonly modules: readonly BlockKind[];
  readonly style: OfficeStyle;
  /** One short line about the layout. */
  readonly describe: string;
  /** Why no module kit is loaded. */
  readonly problem: string | null;
}
