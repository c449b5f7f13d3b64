import type { BlockKind } from '../../protocol/records/floor.js';
import { moduleNames } from './kit-names.js';

const circulation = { category: 'circulation', furniture: 'none' } as const;

/** Modules without seats, in kit order; sizes in metres. */
export const circulationModules: readonly BlockKind[] = [
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
