import { RefusedError } from '../../platform/errors/office-error.js';
import { stylePatterns, stylePresets, styleRoles } from '../../protocol/records/enums.js';
import type { Environment, Lighting, Material, OfficeStyle } from '../../protocol/records/style.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';

const hexColour = /^#[0-9a-f]{6}$/;

/** `#rrggbb`, kept in lower case. */
const colour: Cleaner<string> = (value) => {
  if (typeof value !== 'string') return undefined;
  const lowerCase = value.toLowerCase();
  return hexColour.test(lowerCase) ? lowerCase : undefined;
};

const flag: Cleaner<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

const finite: Cleaner<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A finite number, brought into the range. */
function clamped(min: number, max: number): Cleaner<number> {
  return (value) => {
    const number = finite(value);
    return number === undefined ? undefined : Math.min(max, Math.max(min, number));
  };
}

/** A position in space; it needs all three coordinates. */
const point: Cleaner<{ x: number; y: number; z: number }> = (value) => {
  if (!isRecord(value)) return undefined;
  const [x, y, z] = [finite(value.x), finite(value.y), finite(value.z)];
  return x === undefined || y === undefined || z === undefined ? undefined : { x, y, z };
};

/** One of a closed set. */
function oneOf<Member>(members: readonly Member[]): Cleaner<Member> {
  return (value) => members.find((member) => member === value);
}

const materialFields: FieldCleaners<Material> = {
  color: colour,
  roughness: clamped(0, 1),
  metallic: clamped(0, 1),
  opacity: clamped(0, 1),
  transparent: flag,
  pattern: oneOf(stylePatterns),
  patternRepeat: clamped(0.25, 64),
  relief: clamped(0, 4),
};

const lightingFields: FieldCleaners<Lighting> = {
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
};

const environmentFields: FieldCleaners<Environment> = {
  background: colour,
  fogColor: colour,
  gridColor: colour,
  fogNear: finite,
  fogFar: finite,
  groundShadowOpacity: finite,
  environmentIntensity: finite,
  grid: flag,
};

/** The preset of a floor that names none. */
const [defaultPreset] = stylePresets;

/** The id of a preset, when there is one by that name. */
const presetOf = oneOf(stylePresets);

/**
 * What can be kept of a style, as the sparse patch it is stored as.
 *
 * Unknown keys, bad colours and numbers that are not finite are dropped one by one, numbers are
 * clamped into their range, colours become lower case, and a preset that does not exist becomes
 * `studio`. Whatever is left empty is left out. Never throws; cleaning twice changes nothing.
 *
 * @returns null when the input is no object, and so no style at all
 */
export function cleanStyle(input: unknown): OfficeStyle | null {
  if (!isRecord(input)) return null;
  const materials = cleanMaterials(input.materials);
  const lighting = cleanFields(input.lighting, lightingFields);
  const environment = cleanFields(input.environment, environmentFields);
  return {
    preset: presetOf(input.preset) ?? defaultPreset,
    ...(materials && { materials }),
    ...(lighting && { lighting }),
    ...(environment && { environment }),
  };
}

function cleanMaterials(input: unknown): OfficeStyle['materials'] {
  if (!isRecord(input)) return undefined;
  const entries = styleRoles.flatMap((role) => {
    const material = cleanFields(input[role], materialFields);
    return material ? [[role, material] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * The style a client sends, cleaned for storing. Null, which resets a floor to the default preset,
 * is for the caller to handle.
 *
 * @throws RefusedError for anything but an object, and for a preset by a name that does not exist
 */
export function acceptStyle(input: unknown): OfficeStyle {
  const preset = isRecord(input) ? input.preset : undefined;
  if (typeof preset === 'string' && presetOf(preset) === undefined) {
    throw new RefusedError(workspaceTexts.noPreset(preset));
  }
  const style = cleanStyle(input);
  if (style === null) throw new RefusedError(workspaceTexts.badStyle);
  return style;
}

/** A stored style as it is shown: what no longer fits is left out, and none at all is the default. */
export function resolveStyle(stored: unknown): OfficeStyle {
  return cleanStyle(stored) ?? { preset: defaultPreset };
}

/** What is kept of one untrusted value; undefined drops it. */
type Cleaner<Value> = (value: unknown) => Value | undefined;

/** One cleaner for each field of a record, so a new field cannot be forgotten. */
type FieldCleaners<Fields> = {
  readonly [Field in keyof Fields]-?: Cleaner<Fields[Field]>;
};

/** The fields of an untrusted object that stand up to their cleaners; undefined when none does. */
function cleanFields<Fields extends object>(
  input: unknown,
  cleaners: FieldCleaners<Fields>,
): Partial<Fields> | undefined {
  if (!isRecord(input)) return undefined;
  const kept: Partial<Fields> = {};
  for (const field in cleaners) {
    const value = cleaners[field](input[field]);
    if (value !== undefined) kept[field] = value;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** A plain JSON object; a list is none. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
