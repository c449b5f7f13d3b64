import { z } from 'zod';
import { anyList, anyObject, lenient } from '../text/foreign-fields.js';

/** Readers for untrusted values of configuration files. */

/** The strings of a list; undefined if it is not a list. */
export const stringList = anyList.transform((items) =>
  items?.filter((item) => typeof item === 'string'),
);

const readsLikeText = z.union([z.string(), z.number(), z.boolean()]);

/**
 * The strings of an object, by name. Numbers and booleans are converted: `"PORT": 3000` equals
 * `"PORT": "3000"`.
 */
export const stringRecord = lenient(anyObject).transform((values = {}) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const read = readsLikeText.safeParse(value);
      return read.success ? [[name, String(read.data)] as const] : [];
    }),
  ),
);
