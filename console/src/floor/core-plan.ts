import type { Item, Opening, Room, SeatPlace } from './plan-types.js';

const room = (
  id: string,
  name: string,
  x: number,
  z: number,
  width: number,
  depth: number,
): Room => {
  const furniture = id === 'Meeting' ? 'meeting' : id === 'DevFloor' ? 'desks' : 'none';
  return { id: `Anchor_Room_${id}`, name, x, z, width, depth, furniture, category: 'core' };
};

/** The core of every floor: 22 by 16 metres around the origin. */
export const coreRooms: readonly Room[] = [
  room('Lounge', 'Lounge', -11, -8, 4, 8),
  room('Lobby', 'Lobby', -11, 0, 4, 8),
  room('CEO', 'Chief executive', -7, -8, 5, 5),
  room('Office2', 'Office', -2, -8, 4.5, 5),
  room('Office3', 'Office', 2.5, -8, 4.5, 5),
  room('Meeting', 'Meeting room', 7, -8, 4, 8),
  room('DevFloor', 'Open floor', -7, -3, 14, 11),
  // The open floor reaches around the meeting room.
  { ...room('DevFloor', '', 7, 0, 4, 8), id: 'core-east', furniture: 'none' },
];

const door = (axis: Opening['axis'], at: number, from: number, to: number): Opening => ({
  axis,
  at,
  from,
  to,
});

export const coreOpenings: readonly Opening[] = [
  door('h', -3, -5.2, -3.8),
  door('h', -3, -0.5, 0.9),
  door('h', -3, 4, 5.4),
  door('v', 7, -2.5, -0.9),
  door('v', -7, -2.2, -0.6),
  door('v', -7, 2.5, 5.5),
  door('h', 0, -10, -8),
  door('v', 7, 0, 8),
];

/** Places where modules attach to the core. */
export const corePorts = [
  { x: 11, z: -4 },
  { x: 11, z: 4 },
  { x: -11, z: -4 },
  { x: -11, z: 4 },
] as const;

/** The glass doors to the street, with a path. */
export const mainEntrance: Opening = door('h', 8, -9.9, -8.1);

export const coreTable: Room = {
  ...room('Meeting', '', 8.2, -6.7, 1.6, 5.6),
  id: 'core-table',
};

export function coreSeats(): [string, SeatPlace][] {
  const desk = (id: string, x: number, z: number, facing: SeatPlace['facing'] = 'n') =>
    [id, { x, z, facing, hasDesk: true }] as [string, SeatPlace];
  const number = (index: number) => String(index + 1).padStart(2, '0');
  const dev = Array.from({ length: 10 }, (_, index) =>
    desk(
      `Seat_Dev_${number(index)}`,
      -4.6 + (index % 5) * 3.2,
      index < 5 ? 1.7 : 5.9,
      index < 5 ? 's' : 'n',
    ),
  );
  const meeting = Array.from({ length: 8 }, (_, index): [string, SeatPlace] => [
    `Seat_Meeting_${number(index)}`,
    {
      x: index % 2 === 0 ? 7.75 : 10.25,
      z: -6.1 + Math.floor(index / 2) * 1.55,
      facing: index % 2 === 0 ? 'e' : 'w',
      hasDesk: false,
    },
  ]);
  const offices = [
    desk('Seat_CEO', -4.5, -6, 's'),
    desk('Seat_Office2', 0.25, -6, 's'),
    desk('Seat_Office3', 4.75, -6, 's'),
  ];
  return [...offices, ...dev, ...meeting];
}

/** Seats of people who are free. */
export const loungeSeats: readonly SeatPlace[] = [
  { x: -10.1, z: -4.9, facing: 'e', hasDesk: false },
  { x: -7.8, z: -3.5, facing: 'w', hasDesk: false },
  { x: -10.1, z: -3.5, facing: 'e', hasDesk: false },
  { x: -7.8, z: -5.1, facing: 'w', hasDesk: false },
];

/** Places to stand in the meeting room, for meetings when its chairs are taken. */
export const standingPlaces: readonly SeatPlace[] = Array.from({ length: 10 }, (_, index) => ({
  x: index < 5 ? 7.6 + index * 0.7 : index % 2 === 0 ? 7.4 : 10.6,
  z: index < 5 ? -0.45 : -5.35 + Math.floor((index - 5) / 2) * 1.55,
  facing: index < 5 ? 'n' : index % 2 === 0 ? 'e' : 'w',
  hasDesk: false,
}));

const item = (
  kind: Item['kind'],
  x: number,
  z: number,
  width: number,
  depth: number,
  facing?: Item['facing'],
): Item => ({ kind, x, z, width, depth, ...(facing !== undefined && { facing }) });
const plant = (x: number, z: number): Item => item('plant', x - 0.35, z - 0.35, 0.7, 0.7);

export const coreItems: readonly Item[] = [
  item('board', 7.75, -7.75, 2.5, 0.2),
  item('board', 8, 0.1, 2.2, 0.2),
  item('kitchen', -10.8, -7.95, 3.6, 0.7),
  item('sofa', -10.85, -5.7, 1.1, 3, 'e'),
  item('armchair', -8.25, -5.65, 1, 1.05, 'w'),
  item('armchair', -8.25, -4.05, 1, 1.05, 'w'),
  item('round-table', -9.5, -4.9, 1, 1),
  plant(-10.5, -1.4),
  plant(-2.5, -7.4),
  item('sofa', -6.85, -6, 0.9, 1.9, 'e'),
  plant(2, -4.3),
  plant(6.45, -4.3),
  plant(10.5, -1.3),
  item('shelf', -3.2, -2.95, 2.2, 0.4),
  item('printer', 1.7, -2.9, 1.2, 0.6),
  item('cooler', -6.85, -2.9, 0.5, 0.5),
  item('round-table', 2.6, -0.95, 1, 1),
  item('stool', 1.9, -0.75, 0.5, 0.5),
  item('stool', 3.85, -0.75, 0.5, 0.5),
  plant(6.4, -2.4),
  plant(10.5, 0.6),
  plant(-6.4, 7.3),
  plant(10.5, 7.3),
  item('counter', -10.6, 4.3, 2.3, 0.75),
  item('bench', -10.85, 5.9, 0.6, 1.5),
  plant(-7.5, 7.3),
  plant(-7.5, 0.7),
];

/** Rugs that belong to no department. */
export const coreRugs: readonly Omit<Item, 'kind'>[] = [
  { x: -10.4, z: -6.1, width: 3, depth: 3.7 },
  { x: -9.9, z: 6.5, width: 1.8, depth: 1.2 },
  { x: 1.5, z: -1.6, width: 3.2, depth: 2 },
  { x: 7.35, z: -7.2, width: 3.3, depth: 6.6 },
];
