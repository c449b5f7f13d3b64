import { resolve } from 'node:path';
import { ruleTexts } from '../../protocol/texts/configuration.js';
import { headerPairs } from './header-pairs.js';

/** Base of relative paths, and the meaning of `~`. */
export interface Surroundings {
  readonly root: string;
  readonly home: string;
}

/** The parsed value; `instead`: the value used in place of the one written, in printable form. */
interface Reading<T> {
  readonly value: T;
  readonly instead?: string;
}

/** How a variable's text is parsed. */
export interface Kind<T> {
  readonly name: string;
  /** Continues the variable's name: `must be …`. */
  readonly rule: string;
  /** The part of the rule that a text broke, if not all of it. */
  readonly broken?: (text: string) => string;
  /** The default as it would be written; empty = none. */
  readonly fallback: string;
  /** Used instead of the default if the text cannot be parsed. */
  readonly unclear?: string;
  /** A value that cannot be parsed ends the boot. */
  readonly vital: boolean;
  /** The value if the variable is not set and has no default. */
  readonly none: T;
  /** The value if the variable is set but empty; absent: the default. */
  readonly empty?: { readonly value: T };
  /** Undefined: the text cannot be parsed. @param text trimmed, not empty, unquoted */
  read(text: string, around: Surroundings): Reading<T> | undefined;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly vital?: boolean;
  readonly unclear?: string;
}

const exact = <T>(value: T): Reading<T> => ({ value });

function truth(fallback: 'true' | 'false'): Kind<boolean> {
  return {
    ...{ name: 'boolean', rule: ruleTexts.truth, fallback, vital: false, none: false },
    read: (text) => {
      const word = text.toLowerCase();
      return word === 'true' || word === 'false' ? exact(word === 'true') : undefined;
    },
  };
}

/**
 * Only the exact text `true` is true; every other text is false. The reader passes it untrimmed.
 */
const literalTruth: Kind<boolean> = {
  ...{ name: 'literal', rule: ruleTexts.literal, fallback: 'false', vital: false, none: false },
  read: (text) => exact(text === 'true'),
};

function integer(fallback: number, bounds: Bounds = {}): Kind<number> {
  return { ...numeric('integer', String(fallback), bounds), none: fallback };
}

function decimal(fallback: number, bounds: Bounds = {}): Kind<number> {
  return { ...numeric('decimal', String(fallback), bounds), none: fallback };
}

/** Null if not set. */
function optionalDecimal(bounds: Bounds): Kind<number | null> {
  return { ...numeric('decimal', '', bounds), none: null };
}

function numeric(name: 'integer' | 'decimal', fallback: string, bounds: Bounds) {
  const { min = -Infinity, max = Infinity, vital = false, unclear } = bounds;
  return {
    ...{ name, fallback, vital, rule: ruleTexts.number(name, min, max) },
    ...(unclear !== undefined && { unclear }),
    read: (text: string): Reading<number> | undefined => {
      const given = Number(text);
      if (!Number.isFinite(given)) return undefined;
      const whole = name === 'integer' ? Math.round(given) : given;
      const value = Math.min(Math.max(whole, min), max);
      return value === given ? exact(value) : { value, instead: String(value) };
    },
  };
}

function oneOf<T extends string>(values: readonly T[], fallback: T): Kind<T> {
  return {
    ...{ name: 'enum', rule: ruleTexts.oneOf(values), fallback, vital: false, none: fallback },
    read: (text) => {
      const value = values.find((one) => one === text.toLowerCase());
      return value === undefined ? undefined : exact(value);
    },
  };
}

const printable = /^\P{Cc}+$/u;

function text(fallback = '', form = printable, rule: string = ruleTexts.text): Kind<string> {
  return {
    ...{ name: 'text', rule, fallback, vital: false, none: '' },
    read: (given) => (form.test(given) ? exact(given) : undefined),
  };
}

/** Null if not set. */
function optionalText(): Kind<string | null> {
  return { ...text(), none: null };
}

/** A token or key that fits into a header. */
export const secret: Kind<string | null> = {
  ...{ name: 'secret', rule: ruleTexts.secret, fallback: '', vital: true, none: null },
  read: (given) => {
    const isReference = /^\$(?:\w+|\{.*\})$/.test(given);
    return /^[ -~]+$/.test(given) && !given.includes(' #') && !isReference
      ? exact(given)
      : undefined;
  },
};

interface ListOptions {
  readonly fallback?: string;
  readonly vital?: boolean;
  readonly rule: string;
  /** Parses one entry; null: it cannot be parsed. */
  readonly entry: (text: string) => string | null;
  /** True if the entries mean an empty list. */
  readonly isNone?: (entries: readonly string[]) => boolean;
}

/** Comma-separated entries; unparsable ones are left out, or end the boot if the list is vital. */
function list({
  fallback = '',
  vital = false,
  rule,
  entry,
  isNone = () => false,
}: ListOptions): Kind<readonly string[]> {
  return {
    ...{ name: 'list', rule, fallback, vital, none: [] },
    read: (given) => {
      const parts = given.split(',').map((part) => part.trim());
      if (isNone(parts)) return exact([]);
      const read = parts.filter((part) => part !== '').map(entry);
      const value = read.filter((one) => one !== null);
      const instead = value.join(',') || ruleTexts.nothing;
      return value.length === read.length ? exact(value) : { value, instead };
    },
  };
}

function matching(form: RegExp): (text: string) => string | null {
  return (given) => (form.test(given) ? given : null);
}

function port(fallback: number): Kind<number> {
  return integer(fallback, { min: 0, max: 65_535, vital: true });
}

/** A usable path: no variables, which nothing expands, and no control characters. */
export function readPath(given: string, { root, home }: Surroundings): string | undefined {
  if (!printable.test(given) || /^\$|\$\{|^%\w+%|^[a-z][\w+.-]+:|^~[^/\\]/i.test(given))
    return undefined;
  return resolve(root, given.replace(/^~(?=$|[/\\])/, home));
}

/** Null: switched off. */
type PathReader = (given: string, around: Surroundings) => string | null | undefined;

function pathKind<T extends string | null>(
  name: string,
  fallback: string,
  none: T,
  read: PathReader,
): Kind<T> {
  return {
    ...{
      name,
      rule: ruleTexts[name === 'directory' ? 'directory' : 'file'],
      fallback,
      vital: false,
      none,
    },
    read: (given, around) => {
      const value = read(given, around);
      return value === undefined ? undefined : exact(value as T);
    },
  };
}

function directory(fallback: string): Kind<string> {
  return pathKind('directory', fallback, '', readPath);
}

/** A file; an empty value switches it off. */
function fileOrNone(fallback: string): Kind<string | null> {
  return { ...pathKind<string | null>('file', fallback, null, readPath), empty: { value: null } };
}

/** A cache file; `off` and `none` switch it off. */
function cacheFile(fallback: string): Kind<string | null> {
  return pathKind<string | null>('file', fallback, null, (given, around) =>
    ['off', 'none'].includes(given.toLowerCase()) ? null : readPath(given, around),
  );
}

/** Comma-separated `name=value` pairs. */
function pairs(vital: boolean): Kind<Readonly<Record<string, string>>> {
  const form = /^[^\s=,"']+\s*=[^,]*$/;
  return {
    ...{ name: 'list', rule: ruleTexts.pairs, fallback: '', vital, none: {} },
    read: (given) => {
      const parts = given.split(',').map((part) => part.trim());
      return parts.every((part) => part === '' || form.test(part))
        ? exact(headerPairs(given))
        : undefined;
    },
  };
}

/** The kinds of variables, besides those of addresses. */
export const kinds = {
  truth,
  literalTruth,
  integer,
  decimal,
  optionalDecimal,
  oneOf,
  text,
  optionalText,
  secret,
  list,
  matching,
  port,
  directory,
  fileOrNone,
  cacheFile,
  pairs,
};
