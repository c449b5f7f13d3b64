import type { StyleRole } from '#protocol/records/layout-enums.js';
import type { Lighting, OfficeStyle } from '#protocol/records/style.js';

/** A value of a style; absent: the preset's. */
export type StyleValue = string | number | boolean;

type Part = 'lighting' | 'environment';

/**
 * The style with one changed value of its lighting or surroundings; undefined resets it to the
 * preset.
 */
export function withValue(
  style: OfficeStyle,
  part: Part,
  key: string,
  value: StyleValue | undefined,
): OfficeStyle {
  return withPart(style, part, changedIn(style[part], key, value));
}

/** The style with one changed value of a material; undefined resets it to the preset. */
export function withMaterial(
  style: OfficeStyle,
  role: StyleRole,
  key: string,
  value: StyleValue | undefined,
): OfficeStyle {
  const material = changedIn(style.materials?.[role], key, value);
  return withPart(style, 'materials', changedIn(style.materials, role, material));
}

export type Axis = keyof NonNullable<Lighting['keyPosition']>;

/** The style with the key light moved; missing coordinates begin at zero. */
export function withKeyPosition(style: OfficeStyle, axis: Axis, value: number): OfficeStyle {
  const before = style.lighting?.keyPosition ?? { x: 0, y: 0, z: 0 };
  const keyPosition = { ...before, [axis]: value };
  return { ...style, lighting: { ...style.lighting, keyPosition } };
}

export function withoutKeyPosition(style: OfficeStyle): OfficeStyle {
  return withPart(style, 'lighting', changedIn(style.lighting, 'keyPosition', undefined));
}

type Values = Readonly<Record<string, unknown>>;

/** Undefined if nothing is left. */
function changedIn(before: object | undefined, key: string, value: unknown): Values | undefined {
  const { [key]: _replaced, ...others } = { ...before } as Record<string, unknown>;
  const after = value === undefined ? others : { ...others, [key]: value };
  return Object.keys(after).length === 0 ? undefined : after;
}

function withPart(
  style: OfficeStyle,
  part: Part | 'materials',
  values: Values | undefined,
): OfficeStyle {
  const { [part]: _replaced, ...others } = style;
  return values === undefined ? others : { ...others, [part]: values };
}
