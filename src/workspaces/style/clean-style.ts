import { z } from 'zod';
import { anyObject, lenient, present } from '../../platform/text/foreign-fields.js';
import { stylePatterns, stylePresets, styleRoles } from '../../protocol/records/layout-enums.js';
import type { Environment, Lighting, Material, OfficeStyle } from '../../protocol/records/style.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RefusedError } from '../../platform/errors/office-error.js';

/** One schema for each field of a record, so a new field cannot be forgotten. */
type Schemas<Fields> = { readonly [Field in keyof Fields]-?: z.ZodType };

/** `#rrggbb`, in lower case. */
const colour = lenient(
  z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/),
);

const flag = lenient(z.boolean());

const finite = lenient(z.number());

/** A finite number, clamped to the range. */
const clamped = (min: number, max: number) =>
  lenient(z.number().transform((number) => Math.min(max, Math.max(min, number))));

/** A point with all three coordinates. */
const point = lenient(z.object({ x: z.number(), y: z.number(), z: z.number() }));

/** The fields that stand up to their schemas; undefined when none does. */
const someOf = <Fields extends object>(fields: z.ZodType<Fields>) =>
  lenient(fields).transform((read) => {
    const kept = read && present(read);
    return kept && Object.keys(kept).length > 0 ? kept : undefined;
  });

const material = someOf(
  z.object({
    color: colour,
    roughness: clamped(0, 1),
    metallic: clamped(0, 1),
    opacity: clamped(0, 1),
    transparent: flag,
    pattern: lenient(z.enum(stylePatterns)),
    patternRepeat: clamped(0.25, 64),
    relief: clamped(0, 4),
  } satisfies Schemas<Material>),
);

const materials = lenient(anyObject).transform((given = {}): OfficeStyle['materials'] => {
  const entries = styleRoles.flatMap((role) => {
    const read = material.parse(given[role]);
    return read ? [[role, read] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
});

const lighting = someOf(
  z.object({
    keyColor: colour,
    fillColor: colour,
    rimColor: colour,
    skyColor: colour,
    groundColor: colour,
    keyIntensity: finite,
    fillIntensity: finite,
    rimIntensity: finite,
    ambientIntensity: finite,
    exposure: finite,
    keyPosition: point,
    shadows: flag,
  } satisfies Schemas<Lighting>),
);

const environment = someOf(
  z.object({
    background: colour,
    fogColor: colour,
    gridColor: colour,
    fogNear: finite,
    fogFar: finite,
    groundShadowOpacity: finite,
    environmentIntensity: finite,
    grid: flag,
  } satisfies Schemas<Environment>),
);

/** The preset of a floor that names none. */
export const [defaultPreset] = stylePresets;

const preset = z.enum(stylePresets);

/** Whether there is a preset by that name. */
function isPreset(name: unknown): boolean {
  return preset.safeParse(name).success;
}

const style = z.object({
  preset: preset.catch(defaultPreset),
  materials,
  lighting,
  environment,
} satisfies Schemas<OfficeStyle>);

/**
 * The valid part of a style, as the sparse patch that is stored. Unknown keys, bad colours and
 * non-finite numbers are dropped, numbers clamped, colours lower-cased, and an unknown preset
 * becomes `studio`. Empty parts are left out. Never throws; idempotent.
 *
 * @returns null if the input is not an object
 */
export function cleanStyle(input: unknown): OfficeStyle | null {
  const read = style.safeParse(input).data;
  if (read === undefined) return null;
  const { preset, ...parts } = read;
  return { preset, ...present(parts) };
}

/**
 * Cleans a client's style for storage. The caller handles null, which means the default preset.
 *
 * @throws RefusedError for anything but an object, and for an unknown preset
 */
export function acceptStyle(input: unknown): OfficeStyle {
  const preset = anyObject.safeParse(input).data?.preset;
  if (typeof preset === 'string' && !isPreset(preset)) {
    throw new RefusedError(workspaceTexts.noPreset(preset));
  }
  const style = cleanStyle(input);
  if (style === null) throw new RefusedError(workspaceTexts.badStyle);
  return style;
}
