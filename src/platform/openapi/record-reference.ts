import { recordSchemas } from './record-schemas.js';

/** A type of the vocabulary by its OpenAPI name. */
type RecordName = keyof typeof recordSchemas;

/** The name of a record, or in brackets an array of such records. */
export type AnswerType = RecordName | readonly [RecordName];

interface SchemaReference {
  readonly $ref: string;
}

export function referenceTo(name: RecordName): SchemaReference {
  return { $ref: `#/components/schemas/${name}` };
}

/** Any subset of a record's fields. */
export function partialOf(name: 'OfficeSettings'): object {
  return { type: 'object', properties: recordSchemas[name].properties };
}

/** Schemas by name of all records that the document refers to, directly or indirectly. */
export function recordsReferredToIn(document: unknown): Record<string, object> {
  const found: Record<string, object> = {};
  const visit = (part: unknown): void => {
    for (const name of namesReferredToIn(part)) {
      if (name in found) continue;
      found[name] = recordSchemas[name];
      visit(recordSchemas[name]);
    }
  };
  visit(document);
  return found;
}

function namesReferredToIn(part: unknown): readonly RecordName[] {
  const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return [...references].map(([, name]) => name).filter(isRecordName);
}

function isRecordName(name: string | undefined): name is RecordName {
  return name !== undefined && Object.hasOwn(recordSchemas, name);
}
