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

/** The id of a preset, when there is one by that name. */
export const presetOf = oneOf(stylePresets);

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
