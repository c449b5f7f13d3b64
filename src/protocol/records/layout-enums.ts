/** The values of fields of layouts and styles. */

export const blockEdges = ['n', 'e', 's', 'w'] as const;
export type BlockEdge = (typeof blockEdges)[number];

export type BlockCategory = 'work' | 'meet' | 'quiet' | 'support' | 'circulation' | 'fitting';

/** The kinds of the shipped kit; the set is open: unknown strings are accepted on the wire. */
export const blockKindNames = [
  'open',
  'room',
  'meeting',
  'lounge',
  'junction',
  'corridor',
  'portal',
  'focus',
  'phone',
  'library',
  'workshop',
  'server',
  'breakroom',
  'boardroom',
  'gallery',
] as const;
export type BlockKindName = string;

export type Furniture =
  | 'desks'
  | 'meeting'
  | 'boardroom'
  | 'lounge'
  | 'booths'
  | 'phone'
  | 'library'
  | 'workshop'
  | 'racks'
  | 'breakout'
  | 'gallery'
  | 'none';

export type BlockProp =
  | 'plant'
  | 'tallPlant'
  | 'whiteboard'
  | 'pinboard'
  | 'shelf'
  | 'storage'
  | 'coatRack'
  | 'water'
  | 'coffee'
  | 'printer'
  | 'lockers'
  | 'lamp'
  | 'pendant'
  | 'rug'
  | 'partition'
  | 'stool'
  | 'screen'
  | 'art';

/** Degrees about the vertical axis, clockwise from above. */
export const rotations = [0, 90, 180, 270] as const;
export type Rotation = (typeof rotations)[number];

export const styleRoles = [
  'wall',
  'accent',
  'glass',
  'floor',
  'carpet',
  'trim',
  'frame',
  'desk',
  'soft',
  'rug',
  'plant',
  'highlight',
  'light',
  'screen',
] as const;
export type StyleRole = (typeof styleRoles)[number];

export const stylePatterns = ['plain', 'grid', 'planks', 'hex', 'weave', 'speckle'] as const;
export type StylePattern = (typeof stylePatterns)[number];

/** Picker order; the first is the default. */
export const stylePresets = [
  'studio',
  'nordic',
  'industrial',
  'glasshouse',
  'neonlab',
  'noir',
  'paper',
  'atelier',
] as const;
export type StylePreset = (typeof stylePresets)[number];
