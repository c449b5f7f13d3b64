import type {
  BlockCategory,
  BlockEdge,
  BlockKindName,
  BlockProp,
  Furniture,
} from '../../protocol/records/enums.js';
import type { BlockKind } from '../../protocol/records/floor.js';
import { moduleNames } from './kit-names.js';

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
export const roomModules: readonly BlockKind[] = [
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
