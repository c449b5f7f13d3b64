import {
  Column,
  type ColumnOptions,
  PrimaryColumn,
  type PrimaryColumnOptions,
  type ValueTransformer,
} from 'typeorm';

/**
 * Columns that SQLite and PostgreSQL hold alike: text, integers, doubles, times as integer
 * milliseconds, documents as JSON text.
 */

/** PostgreSQL answers a bigint as text; SQLite as a number. */
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

/** An integer of 64 bits: a number of something, a sequence number, a time in ms. */
export function IntegerColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'bigint', transformer: integer });
}

/** An integer that identifies its row. */
export function IntegerKey(options: PrimaryColumnOptions = {}): PropertyDecorator {
  return PrimaryColumn({ ...options, type: 'bigint', transformer: integer });
}

/** A text that identifies its row, alone or together with others. */
export function TextKey(options: PrimaryColumnOptions = {}): PropertyDecorator {
  return PrimaryColumn({ ...options, type: 'text' });
}

/** Milliseconds since the Unix epoch. */
export const TimeColumn = IntegerColumn;

/** A double: dollars, fractions. */
export function DoubleColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'double precision' });
}

/** True or false, kept as 1 or 0. */
export function FlagColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'integer', transformer: flag });
}

/** A document, kept as JSON text. */
export function JsonColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'text', transformer: json });
}
