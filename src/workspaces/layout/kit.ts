import { circulationModules } from './kit-circulation.js';
import { roomModules } from './kit-rooms.js';
import { numberedSeats } from './kit-names.js';
import type { ModuleKit } from './module-kit.js';

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
