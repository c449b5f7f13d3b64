import Database from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseConfig } from '#platform/config/office-config.js';

/** What a bare connection calls itself to the server, so that tests can spare it. */
export const rawConnectionName = 'office-raw';

type Row = Readonly<Record<string, unknown>>;

/** A database read with the bare driver, beside the service or after its death. */
export interface RawDatabase {
  /** `?` stands for each parameter. */
  all<T extends Row>(sql: string, ...parameters: unknown[]): Promise<readonly T[]>;
  close(): Promise<void>;
}

export async function openRaw(database: DatabaseConfig): Promise<RawDatabase> {
  switch (database.kind) {
    case 'sqlite':
      return openFile(database.path);
    case 'postgres':
      return openServer(database.url);
    case 'memory':
      throw new Error('nobody else can read a database in memory');
  }
}

/** What the work makes of the database, which is closed after it. */
export async function withRaw<T>(
  database: DatabaseConfig,
  work: (raw: RawDatabase) => Promise<T>,
): Promise<T> {
  const raw = await openRaw(database);
  try {
    return await work(raw);
  } finally {
    await raw.close();
  }
}

function openFile(path: string): RawDatabase {
  const connection = new Database(path);
  return {
    all: <T extends Row>(sql: string, ...parameters: unknown[]) => {
      const statement = connection.prepare(sql);
      if (statement.reader) return Promise.resolve(statement.all(...parameters) as T[]);
      statement.run(...parameters);
      return Promise.resolve([]);
    },
    close: () => Promise.resolve(void connection.close()),
  };
}

async function openServer(url: string): Promise<RawDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: rawConnectionName });
  // The statement that needs the connection says that it has ended.
  client.on('error', () => undefined);
  await client.connect();
  return {
    all: async <T extends Row>(sql: string, ...parameters: unknown[]) => {
      let place = 0;
      const numbered = sql.replaceAll('?', () => `$${++place}`);
      return (await client.query<T>(numbered, parameters)).rows;
    },
    close: () => client.end(),
  };
}
