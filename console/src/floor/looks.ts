import { pick } from './chance.js';

export const hairStyles = [
  'short',
  'parted',
  'bob',
  'long',
  'bun',
  'curls',
  'tail',
  'fringe',
] as const;
export type HairStyle = (typeof hairStyles)[number];

export interface Look {
  readonly skin: string;
  readonly hair: string;
  readonly style: HairStyle;
  readonly collar: 'round' | 'shirt' | 'hood';
  readonly hasGlasses: boolean;
}

const skins = ['#f6d5bd', '#eebf9c', '#d99f74', '#b97a50', '#8f5a3a', '#6b4129'] as const;
const hairs = [
  '#2a211d',
  '#4a3227',
  '#7a4d2b',
  '#b98346',
  '#8d8a86',
  '#5c2a22',
  '#1d1f27',
] as const;

/** The look of a person, always the same for the same id. */
export function lookOf(id: string): Look {
  return {
    skin: pick(skins, `${id} skin`),
    hair: pick(hairs, `${id} hair`),
    style: pick(hairStyles, `${id} style`),
    collar: pick(['round', 'shirt', 'hood'], `${id} collar`),
    hasGlasses: pick([true, false, false, false], `${id} glasses`),
  };
}
