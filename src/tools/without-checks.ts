import type { ToolParameters } from './tool.js';

const checks: ReadonlySet<string> = new Set([
  'additionalProperties',
  'default',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
]);

/**
 * A schema without keywords that only validation needs. Models read the whole schema in every
 * request; descriptions state the relevant defaults and bounds.
 */
export function withoutChecks(schema: ToolParameters): ToolParameters {
  const kept = Object.entries(schema).filter(([keyword]) => !checks.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, below(keyword, value)]));
}

function below(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return withoutChecks(value as ToolParameters);
  if (keyword !== 'properties') return value;
  const properties = Object.entries(value as Readonly<Record<string, ToolParameters>>);
  return Object.fromEntries(properties.map(([name, schema]) => [name, withoutChecks(schema)]));
}
