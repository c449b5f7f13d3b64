import type { AnySchema } from 'ajv/dist/2019.js';

/** The schema of Compose names its parts as drafts before 6 did; they are referred to by pointers. */
export function withoutOldIds(schema: object): AnySchema {
  const isOldId = (key: string, value: unknown): boolean =>
    key === 'id' && typeof value === 'string';
  const replace = (key: string, value: unknown): unknown =>
    isOldId(key, value) ? undefined : value;
  return JSON.parse(JSON.stringify(schema, replace)) as AnySchema;
}
