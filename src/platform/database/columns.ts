import {
  Column,
  type ColumnOptions,
  PrimaryColumn,
  type PrimaryColumnOptions,
  type ValueTransformer,
} from 'typeorm';

/**
 * Column types with the same meaning on SQLite and PostgreSQL: text, integers, doubles, times as
 * integer milliseconds, documents as JSON text.
 */

/** PostgreSQL returns a bigint as text, SQLite as a number. */
const integer: ValueTransformer = {
  to: (value: unknown) => value,
  from: (stored: unknown) => (typeof stored === 'string' ? Number(stored) : stored),
};

const json: ValueTransformer = {
  to: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
  from: (stored: unknown) => (typeof stored === 'string' ? (JSON.parse(stored) as unknown) : null),
};

const flag: ValueTransformer = {
  to: (value: unknown) => (value === true ? 1 : 0),
  from: (stored: unknown) => stored === 1,
};

export function TextColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'text' });
}

/** A 64-bit integer: a count, a sequence number, a time in ms. */
export function IntegerColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'bigint', transformer: integer });
}

/** An integer primary key. */
export function IntegerKey(options: PrimaryColumnOptions = {}): PropertyDecorator {
  return PrimaryColumn({ ...options, type: 'bigint', transformer: integer });
}

/** A text primary key, possibly part of a composite one. */
export function TextKey(options: PrimaryColumnOptions = {}): PropertyDecorator {
  return PrimaryColumn({ ...options, type: 'text' });
}

/** Milliseconds since the Unix epoch. */
export const TimeColumn = IntegerColumn;

/** A double, such as dollars or fractions. */
export function DoubleColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'double precision' });
}

/** A boolean, stored as 1 or 0. */
export function FlagColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'integer', transformer: flag });
}

/** A document, stored as JSON text. It was typed when it was written, so reading checks nothing. */
export function JsonColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'text', transformer: json });
}
