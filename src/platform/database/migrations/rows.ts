import type { QueryRunner } from 'typeorm';

/** Rows that are read at a time. */
const batch = 200;

type Columns = Readonly<Record<string, string | number>>;

/** Calls back for every row of the table by id, reading some at a time. */
export async function eachRow<Row extends { readonly id: string }>(
  { manager }: QueryRunner,
  columns: readonly string[],
  from: string,
  take: (row: Row) => Promise<void>,
): Promise<void> {
  for (let last = ''; ;) {
    const rows = await manager
      .createQueryBuilder()
      .select([...columns])
      .from(from, from)
      .where('id > :last', { last })
      .orderBy('id')
      .limit(batch)
      .getRawMany<Row>();
    if (rows.length === 0) return;
    for (const row of rows) await take(row);
    last = rows.at(-1)?.id ?? '';
  }
}

/** Inserts without the entity class, which may have columns that later migrations add. */
export async function insertRow(
  { manager }: Pick<QueryRunner, 'manager'>,
  name: string,
  values: Columns,
): Promise<void> {
  const places = Object.keys(values).map(placeIn(manager));
  const columns = Object.keys(values).join(', ');
  await manager.query(
    `INSERT INTO ${name} (${columns}) VALUES (${places.join(', ')})`,
    Object.values(values),
  );
}

/** Updates without the entity class, like `insertRow`. */
export async function updateRow(
  { manager }: Pick<QueryRunner, 'manager'>,
  name: string,
  where: Columns,
  values: Columns,
): Promise<void> {
  const place = placeIn(manager);
  const assigned = [...Object.keys(values), ...Object.keys(where)].map(
    (column, index) => `${column} = ${place(column, index)}`,
  );
  const set = assigned.splice(0, Object.keys(values).length).join(', ');
  await manager.query(`UPDATE ${name} SET ${set} WHERE ${assigned.join(' AND ')}`, [
    ...Object.values(values),
    ...Object.values(where),
  ]);
}

export function isOnServer({ options }: QueryRunner['connection']): boolean {
  return options.type === 'postgres';
}

/** How the database names the parameter of a column. */
function placeIn({ connection }: QueryRunner['manager']) {
  return isOnServer(connection) ? (_column: string, index: number) => `$${index + 1}` : () => '?';
}
