import { stylePatterns, stylePresets, styleRoles } from '../../protocol/records/enums.js';
import type { Environment, Lighting, Material, OfficeStyle } from '../../protocol/records/style.js';
import type { FieldCleaners } from './clean-fields.js';
import { cleanFields, isRecord } from './clean-fields.js';
import { clamped, colour, finite, flag, oneOf, point } from './field-cleaners.js';

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
export const [defaultPreset] = stylePresets;

/** The id of a preset, if it exists. */
export const presetOf = oneOf(stylePresets);

/**
 * The valid part of a style, as the sparse patch that is stored. Unknown keys, bad colours and
 * non-finite numbers are dropped, numbers clamped, colours lower-cased, and an unknown preset
 * becomes `studio`. Empty parts are left out. Never throws; idempotent.
 *
 * @returns null if the input is not an object
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
