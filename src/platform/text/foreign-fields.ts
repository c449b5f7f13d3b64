import { z } from 'zod';

/**
 * Schemas for JSON of files, providers and servers in which a wrong field counts as absent. They
 * never throw, because an exception for each bad entry of a long list would be slow.
 */

/** The value, or undefined if the schema refuses it. */
export function lenient<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined);
}

/** Any value or none, for a later check. */
export const anything = z.unknown().optional();

/** The unchecked items of a list; undefined if it is not a list. */
export const anyList = lenient(z.array(z.unknown()));

/** An object with any content. */
export const anyObject = z.looseObject({});

/** The value if it is an object, otherwise an empty one. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return anyObject.safeParse(value).data ?? {};
}

/**
 * The items of a list that the schema accepts; empty for anything else.
 * @param most number of items checked; the rest is left out
 */
export function acceptedItems<T extends z.ZodType>(
  item: T,
  most = Infinity,
): z.ZodType<z.output<T>[]> {
  return anyList
    .transform((items = []) => items.slice(0, most))
    .pipe(z.array(lenient(item)))
    .transform((items) => items.filter((read) => read !== undefined) as z.output<T>[]);
}

/** The fields with a value, because records leave out fields without one. */
export function present<T extends object>(parts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
