import { listIn, objectOf, objectsIn, pointedAt, type Schema } from './schema-parts.js';

/** Longest chain of references that is followed. */
const mostReferences = 20;

/** True if a schema allows null explicitly, rather than saying nothing. */
export function saysNull(described: unknown, root: Schema): boolean {
  const says = (part: unknown, references: number): boolean => {
    const schema = objectOf(part);
    if (schema === undefined || references > mostReferences) return false;
    const { type, $ref: reference, const: only, nullable } = schema;
    const parts = [
      ...objectsIn(schema, 'anyOf'),
      ...objectsIn(schema, 'oneOf'),
      ...objectsIn(schema, 'allOf'),
      ...(typeof reference === 'string' ? [pointedAt(root, reference)] : []),
    ];
    return (
      nullable === true ||
      type === 'null' ||
      (Array.isArray(type) && type.includes('null')) ||
      only === null ||
      listIn(schema, 'enum').includes(null) ||
      parts.some((each) => says(each, references + 1))
    );
  };
  return mayBeNull(described, root) && says(described, 0);
}

/** True if a value may be null; also if the schema says nothing about it. */
export function mayBeNull(described: unknown, root: Schema, references = 0): boolean {
  const schema = objectOf(described);
  if (schema === undefined) return described !== false;
  const { type, $ref: reference, const: only, nullable } = schema;
  if (nullable === true) return true;
  if (typeof type === 'string' && type !== 'null') return false;
  if (Array.isArray(type) && !type.includes('null')) return false;
  if (only !== undefined) return only === null;
  if (schema['enum'] !== undefined) return listIn(schema, 'enum').includes(null);
  if (references > mostReferences) return true;
  const holds = (part: unknown): boolean => mayBeNull(part, root, references + 1);
  if (typeof reference === 'string') {
    const target = pointedAt(root, reference);
    if (target !== undefined && !holds(target)) return false;
  }
  if (!objectsIn(schema, 'allOf').every(holds)) return false;
  return ['anyOf', 'oneOf'].every((keyword) => {
    const choices = objectsIn(schema, keyword);
    return choices.length === 0 || choices.some(holds);
  });
}
