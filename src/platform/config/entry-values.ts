import { z } from 'zod';
import { anyList, anyObject, lenient } from '../text/foreign-fields.js';

/** Values of a configuration file, of which nothing is known before they are looked at. */

/** The strings of a list; undefined when it is no list. */
export const stringList = anyList.transform((items) =>
  items?.filter((item) => typeof item === 'string'),
);

const readsLikeText = z.union([z.string(), z.number(), z.boolean()]);

/**
 * The strings of an object, by name. Numbers and truth values count as what they read like:
 * `"PORT": 3000` is as good as a string.
 */
export const stringRecord = lenient(anyObject).transform((values = {}) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const read = readsLikeText.safeParse(value);
      return read.success ? [[name, String(read.data)] as const] : [];
    }),
  ),
);
