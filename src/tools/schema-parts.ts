import { anyObject } from '../platform/text/foreign-fields.js';

/** A JSON schema or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** Merges schemas that apply together; of two equal keywords the first wins. */
export function holdingTogether(schemas: readonly Schema[]): Schema {
  const required = schemas.flatMap((schema) => listIn(schema, 'required'));
  return {
    ...schemas.reduceRight<Schema>((whole, part) => ({ ...whole, ...part }), {}),
    ...propertiesOf(schemas),
    ...(required.length > 0 && { required }),
  };
}

/**
 * Merges the forms of an object: it accepts the arguments of each and requires only its own. The
 * description says which belong together.
 */
export function joinedForms(own: Schema, forms: readonly Schema[]): Schema {
  const told = forms.map((form) => namesIn(form).join(' + ')).filter((names) => names !== '');
  const { description } = own;
  const texts = typeof description === 'string' ? [description] : [];
  if (told.length > 0) texts.push(`(takes one of: ${told.join(' | ')})`);
  return {
    ...own,
    ...propertiesOf([own, ...forms]),
    ...(texts.length > 0 && { description: texts.join(' ') }),
  };
}

/** Undefined if the value is not an object. */
export function objectOf(value: unknown): Schema | undefined {
  return anyObject.safeParse(value).data;
}

/** The objects in a list of the schema; empty if it is not a list. */
export function objectsIn(schema: Schema, keyword: string): readonly Schema[] {
  return listIn(schema, keyword)
    .map(objectOf)
    .filter((entry) => entry !== undefined);
}

/** A list of the schema; empty if there is none. */
export function listIn(schema: Schema, keyword: string): readonly unknown[] {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The texts in a list of the schema. */
export function textsIn(schema: Schema, keyword: string): readonly string[] {
  return listIn(schema, keyword).filter((entry) => typeof entry === 'string');
}

/** The target of a pointer within the same schema. */
export function pointedAt(schema: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  let found: unknown = schema;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const data = objectOf(found);
    if (data === undefined || !Object.hasOwn(data, name)) return undefined;
    found = data[name];
  }
  return objectOf(found);
}

function namesIn(form: Schema): readonly string[] {
  const names = textsIn(form, 'required');
  return names.length > 0 ? names : Object.keys(objectOf(form['properties']) ?? {});
}

function propertiesOf(schemas: readonly Schema[]): { readonly properties?: Schema } {
  const given = schemas
    .map(({ properties }) => objectOf(properties))
    .filter((properties) => properties !== undefined);
  const entries = given.reverse().flatMap((each) => Object.entries(each));
  return given.length === 0 ? {} : { properties: Object.fromEntries(entries) };
}
