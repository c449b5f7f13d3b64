import { z } from 'zod';

/**
 * Schemas for JSON of files, vendors and servers where a field that is not as it should be counts
 * as absent. They throw nothing: an exception for each bad entry of a long list would be slow.
 */

/** The value, or undefined where the schema refuses it. */
export function lenient<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined);
}

/** Any value, or none, for a reader that looks at it later. */
export const anything = z.unknown().optional();

/** The items of a list, looked at by none; undefined where it is no list. */
export const anyList = lenient(z.array(z.unknown()));

/** An object, whatever it holds. */
export const anyObject = z.looseObject({});

/**
 * The items of a list that the schema accepts, of anything else none.
 * @param most the items looked at; those behind them are left out
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
