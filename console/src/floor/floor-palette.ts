import type { CSSProperties } from 'react';
import type { OfficeStyle } from '#protocol/records/style.js';

interface Palette {
  readonly floor: string;
  readonly carpet: string;
  readonly wall: string;
  readonly desk: string;
  readonly soft: string;
  readonly plant: string;
  readonly accent: string;
}

const studio: Palette = {
  floor: '#d9c3a0',
  carpet: '#8fb5b0',
  wall: '#6b6155',
  desk: '#b98a56',
  soft: '#d98f6c',
  plant: '#4f8a57',
  accent: '#0f766e',
};

/** The look of each style preset from above. */
const presets: Readonly<Record<string, Palette>> = {
  studio,
  nordic: {
    ...studio,
    floor: '#e6ddcf',
    carpet: '#b9c7d3',
    wall: '#8a97a3',
    desk: '#d8bd94',
    soft: '#9fb4c7',
    plant: '#6f9c7c',
    accent: '#2f6f8f',
  },
  industrial: {
    ...studio,
    floor: '#b7b2ab',
    carpet: '#8d8378',
    wall: '#4a4542',
    desk: '#8a5a36',
    soft: '#b4653c',
    plant: '#5f8257',
    accent: '#b45309',
  },
  glasshouse: {
    ...studio,
    floor: '#cfe3d6',
    carpet: '#9ccbb2',
    wall: '#5b9a80',
    desk: '#a9b79a',
    soft: '#7fb58d',
    plant: '#3f9a5d',
    accent: '#0f766e',
  },
  neonlab: {
    ...studio,
    floor: '#8f8fd0',
    carpet: '#6a58c8',
    wall: '#4b2fb0',
    desk: '#5662c9',
    soft: '#e05bd0',
    plant: '#3fae9f',
    accent: '#c026d3',
  },
  noir: {
    ...studio,
    floor: '#8b8783',
    carpet: '#5d5a58',
    wall: '#2d2b2a',
    desk: '#6b5a48',
    soft: '#a4373a',
    plant: '#66755f',
    accent: '#b3333a',
  },
  paper: {
    ...studio,
    floor: '#f1ece0',
    carpet: '#ddd4c0',
    wall: '#a79f8c',
    desk: '#cfc4a8',
    soft: '#c9b18d',
    plant: '#8ea57c',
    accent: '#7c6f4f',
  },
  atelier: {
    ...studio,
    floor: '#dcb48c',
    carpet: '#c98f70',
    wall: '#7d4d34',
    desk: '#a5673f',
    soft: '#6f8f9c',
    plant: '#77904f',
    accent: '#3f6f86',
  },
};

/** The colours of a floor as custom properties: its preset with its changes. */
export function paletteOf(style: OfficeStyle): CSSProperties {
  const colors = new Map(Object.entries<string>({ ...(presets[style.preset] ?? studio) }));
  for (const [role, material] of Object.entries(style.materials ?? {})) {
    if (material.color !== undefined) colors.set(role, material.color);
  }
  const variables = [...colors].map(([role, color]): [string, string] => [`--f-${role}`, color]);
  return Object.fromEntries(variables);
}

/** The colours and measures of a drawn part of the plan. @param metre px */
export function planLook(
  style: OfficeStyle,
  { width, depth }: { readonly width: number; readonly depth: number },
  metre: number,
): CSSProperties {
  return { ...paletteOf(style), '--m': metre, '--width': width, '--depth': depth } as CSSProperties;
}
