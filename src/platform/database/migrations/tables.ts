import { Table, type TableColumnOptions, type TableIndexOptions } from 'typeorm';

/** Helpers for migrations: columns with the same meaning on SQLite and PostgreSQL. */

type Extra = Omit<TableColumnOptions, 'name' | 'type'>;

export const text = (name: string, extra: Extra = {}): TableColumnOptions => ({
  name,
  type: 'text',
  ...extra,
});

export const integer = (name: string, extra: Extra = {}): TableColumnOptions => ({
  name,
  type: 'bigint',
  ...extra,
});

export const flag = (name: string, extra: Extra = {}): TableColumnOptions => ({
  name,
  type: 'integer',
  ...extra,
});

export const double = (name: string, extra: Extra = {}): TableColumnOptions => ({
  name,
  type: 'double precision',
  ...extra,
});

export const optional: Extra = { isNullable: true };
export const key: Extra = { isPrimary: true };

export function table(
  name: string,
  columns: TableColumnOptions[],
  indices: TableIndexOptions[] = [],
): Table {
  return new Table({ name, columns, indices });
}

export function index(name: string, ...columnNames: string[]): TableIndexOptions {
  return { name, columnNames };
}
