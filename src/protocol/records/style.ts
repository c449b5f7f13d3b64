import type { StylePattern, StyleRole } from './layout-enums.js';

/** A sparse patch over a preset; only differences are stored. */
export interface OfficeStyle {
  readonly preset: string;
  readonly materials?: Readonly<Partial<Record<StyleRole, Material>>>;
  readonly lighting?: Lighting;
  readonly environment?: Environment;
}

/** Colours are `#rrggbb`. */
export interface Material {
  readonly color?: string;
  readonly roughness?: number;
  readonly metallic?: number;
  readonly opacity?: number;
  readonly transparent?: boolean;
  readonly pattern?: StylePattern;
  /** Repeats per four metres, 0.25..64. */
  readonly patternRepeat?: number;
  /** Strength of surface relief, 0..4. */
  readonly relief?: number;
}

export interface Lighting {
  readonly keyColor?: string;
  readonly fillColor?: string;
  readonly rimColor?: string;
  readonly skyColor?: string;
  readonly groundColor?: string;
  readonly keyIntensity?: number;
  readonly fillIntensity?: number;
  readonly rimIntensity?: number;
  readonly ambientIntensity?: number;
  readonly exposure?: number;
  readonly keyPosition?: { readonly x: number; readonly y: number; readonly z: number };
  readonly shadows?: boolean;
}

export interface Environment {
  readonly background?: string;
  readonly fogColor?: string;
  readonly gridColor?: string;
  readonly fogNear?: number;
  readonly fogFar?: number;
  readonly groundShadowOpacity?: number;
  readonly environmentIntensity?: number;
  readonly grid?: boolean;
}
