import type { Area } from './plan-types.js';

export interface View {
  /** Pixels per metre. */
  readonly metre: number;
  /** The drawn area: the floor and as much of the site as fills the stage. */
  readonly view: Area;
}

/** Zoom: automatic, the whole floor, or pixels per metre. */
export type Zoom = 'auto' | 'all' | number;

export interface StageSize {
  readonly width: number;
  /** Null: the stage becomes as high as the floor. */
  readonly height: number | null;
  readonly tallest: number;
}

export const metres = { smallest: 8, comfortable: 20, narrow: 15, largest: 64 } as const;
/** Space for bubbles above the floor on a stage of its height, px. */
const above = 76;
const narrowPx = 640;

/** Largest scale at which a floor opens on its busy part, pixels per metre. */
const closest = 30;

/** @param busy the part with people at work, which the automatic view fits; null: none */
export function viewOf(
  bounds: Area,
  zoom: Zoom,
  { width, height, tallest }: StageSize,
  busy: Area | null = null,
): View {
  const extra = height === null ? above : 0;
  const byWidth = width / bounds.width;
  const byDepth = ((height ?? tallest) - extra) / bounds.depth;
  const all = Math.min(byWidth, byDepth);
  const least = width < narrowPx ? metres.narrow : metres.comfortable;
  // A wide floor is scrolled before people become too small.
  const suits = Math.min(Math.max(byWidth, least), Math.max(byDepth, metres.narrow));
  const fits =
    busy === null
      ? suits
      : Math.min(closest, width / busy.width, ((height ?? tallest) - extra) / busy.depth);
  const wanted = zoom === 'auto' ? Math.max(suits, fits) : zoom === 'all' ? all : zoom;
  const metre = Math.max(metres.smallest, Math.min(metres.largest, wanted));
  const wide = Math.max(bounds.width, width / metre);
  const deep = Math.max(bounds.depth + extra / metre, (height ?? 0) / metre);
  const rest = deep - bounds.depth - extra / metre;
  const view = {
    x: bounds.x - (wide - bounds.width) / 2,
    z: bounds.z - extra / metre - rest / 2,
    width: wide,
    depth: deep,
  };
  return { metre, view };
}
