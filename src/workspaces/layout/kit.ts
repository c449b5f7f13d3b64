import type {
  BlockCategory,
  BlockEdge,
  BlockKindName,
  BlockProp,
  Furniture,
} from '../../protocol/records/layout-enums.js';
import type { BlockKind } from '../../protocol/records/floor.js';
import type { ModuleKit } from './module-kit.js';

const circulation = { category: 'circulation', furniture: 'none' } as const;

/** Modules without seats, in kit order; sizes in metres. */
const circulationModules: readonly BlockKind[] = [
  {
    id: 'junction',
    name: 'Junction',
    kind: 'junction',
    ...circulation,
    width: 6,
    depth: 6,
    doors: ['n', 'e', 's', 'w'],
    seats: [],
  },
  {
    id: 'junction4',
    name: 'Crossing',
    kind: 'junction',
    ...circulation,
    width: 4,
    depth: 4,
    doors: ['n', 'e', 's', 'w'],
    seats: [],
  },
  {
    id: 'corridor',
    name: 'Corridor',
    kind: 'corridor',
    ...circulation,
    width: 8,
    depth: 3,
    doors: ['w', 'e', 'n'],
    ...moduleNames('corridor', 0),
  },
  {
    id: 'passage4',
    name: 'Passage',
    kind: 'corridor',
    ...circulation,
    width: 4,
    depth: 4,
    doors: ['w', 'e'],
    ...moduleNames('passage4', 0),
  },
  {
    id: 'portal',
    name: 'Doorway',
    kind: 'portal',
    category: 'fitting',
    furniture: 'none',
    width: 1.9,
    depth: 0.5,
    doors: [],
    seats: [],
    fitting: true,
  },
];

interface FitOut {
  readonly kind: BlockKindName;
  readonly category: BlockCategory;
  readonly furniture: Furniture;
}

const desks: FitOut = { kind: 'open', category: 'work', furniture: 'desks' };
const meeting: FitOut = { kind: 'meeting', category: 'meet', furniture: 'meeting' };
const boardroom: FitOut = { kind: 'boardroom', category: 'meet', furniture: 'boardroom' };
const booths: FitOut = { kind: 'focus', category: 'quiet', furniture: 'booths' };
const phone: FitOut = { kind: 'phone', category: 'quiet', furniture: 'phone' };
const library: FitOut = { kind: 'library', category: 'quiet', furniture: 'library' };
const workshop: FitOut = { kind: 'workshop', category: 'support', furniture: 'workshop' };
const racks: FitOut = { kind: 'server', category: 'support', furniture: 'racks' };
const breakout: FitOut = { kind: 'breakroom', category: 'support', furniture: 'breakout' };
const lounge: FitOut = { kind: 'lounge', category: 'support', furniture: 'lounge' };
const gallery: FitOut = { kind: 'gallery', category: 'support', furniture: 'gallery' };

const through: readonly BlockEdge[] = ['w', 'e'];
const deadEnd: readonly BlockEdge[] = ['w'];

/**
 * Modules with seats, in kit order: id, name, fit-out, width x depth in metres, doors, seats,
 * decoration.
 */
const roomModules: readonly BlockKind[] = [
  room('pod4', 'Open pod', desks, [8, 6], through, 4, ['plant', 'whiteboard']),
  room('studio6', 'Studio', desks, [12, 6], ['w', 'e', 'n'], 6, ['pinboard', 'tallPlant']),
  room('open8', 'Open plan', desks, [16, 6], through, 8, ['partition', 'printer', 'plant']),
  room('duo2', 'Shared office', desks, [4, 6], through, 2, ['shelf', 'lamp']),
  room('studio4', 'Compact studio', desks, [8, 4], through, 4, ['pinboard', 'storage']),
  room('meeting6', 'Meeting room', meeting, [8, 6], deadEnd, 6, ['whiteboard', 'screen']),
  room('board12', 'Boardroom', boardroom, [12, 8], deadEnd, 12, ['screen', 'pendant', 'art']),
  room('hoot4', 'Huddle room', meeting, [6, 6], deadEnd, 4, ['whiteboard', 'stool']),
  room('forum16', 'Forum', meeting, [12, 8], through, 12, ['screen', 'stool', 'tallPlant']),
  room('focus4', 'Focus room', booths, [8, 4], deadEnd, 4, ['lamp', 'partition']),
  room('focus6', 'Deep work room', booths, [12, 6], through, 6, ['lamp', 'partition', 'rug']),
  room('phone1', 'Phone booth', phone, [4, 4], deadEnd, 1, ['lamp']),
  room('library4', 'Library', library, [8, 6], deadEnd, 4, ['shelf', 'lamp', 'rug']),
  room('workshop4', 'Workshop', workshop, [8, 6], through, 4, ['storage', 'stool', 'pinboard']),
  room('server4', 'Server room', racks, [8, 6], deadEnd, 1, ['screen']),
  room('break6', 'Break room', breakout, [10, 6], through, 4, ['coffee', 'water', 'plant']),
  room('locker6', 'Lockers', breakout, [6, 4], through, 3, ['lockers', 'coatRack']),
  room('lounge3', 'Lounge', lounge, [8, 6], through, 3, ['rug', 'plant', 'lamp']),
  room('gallery6', 'Pin-up gallery', gallery, [8, 6], through, 3, ['pinboard', 'art']),
];

function room(
  id: string,
  name: string,
  fitOut: FitOut,
  [width, depth]: readonly [number, number],
  doors: readonly BlockEdge[],
  seatCount: number,
  props: readonly BlockProp[],
): BlockKind {
  return { id, name, ...fitOut, width, depth, doors, ...moduleNames(id, seatCount), props };
}

/** The shipped kit. */
export const shippedKit: ModuleKit = {
  version: 2,
  cell: 4,
  core: {
    model: 'core',
    width: 22,
    depth: 16,
    ports: [
      { id: 'core_e1', x: 11, z: -4, dir: 'e' },
      { id: 'core_e2', x: 11, z: 4, dir: 'e' },
      { id: 'core_w1', x: -11, z: -4, dir: 'w' },
      { id: 'core_w2', x: -11, z: 4, dir: 'w' },
    ],
    seats: [
      'Seat_CEO',
      ...numberedSeats('Dev', 10),
      ...numberedSeats('Meeting', 8),
      'Seat_Office2',
      'Seat_Office3',
    ],
    rooms: [
      'Anchor_Room_CEO',
      'Anchor_Room_DevFloor',
      'Anchor_Room_Lobby',
      'Anchor_Room_Lounge',
      'Anchor_Room_Meeting',
      'Anchor_Room_Office2',
      'Anchor_Room_Office3',
    ],
  },
  blocks: [...roomModules, ...circulationModules],
};

/** `Seat_<group>_01` and so on, `count` of them. */
function numberedSeats(group: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, '0');
    return `Seat_${group}_${number}`;
  });
}

/** Names of a module's seats and room, derived from its id. */
function moduleNames(id: string, seatCount: number): { seats: string[]; room: string } {
  const capitals = id.toUpperCase();
  return { seats: numberedSeats(capitals, seatCount), room: `Anchor_Room_${capitals}` };
}
