import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import { OfficeConfig } from '../config/office-config.js';
import { messageOf } from '../errors/error-text.js';
import { lastNumber } from '../events/event-rows.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { OfficeDocuments } from './office-documents.js';
import { OpenedDatabase } from './opened-database.js';
import { Transactions } from './transactions.js';

/** Under which the document of the history is stored. A backup has none, and so begins a new one. */
export const historyKey = 'history';

/** What stands beside a database file: how far the database was when it was last looked at. */
interface HistoryNote {
  /** Names the boot of the service that wrote it; the database names the same one. */
  readonly boot: string;
  /** The last event number. */
  readonly seq: number;
}

/** Which file on the disk it is: a copy is another one. */
interface FileMark {
  readonly inode: string;
  readonly born: string;
}

/**
 * The note beside a SQLite file. It is made anew by each write and knows which file it is, so that a
 * note that was copied, alone or with the folder around it, is told from the one that was written.
 */
class HistoryFile {
  private readonly path: string;

  constructor(databasePath: string) {
    this.path = `${databasePath}.history`;
  }

  /** Null: there is none that was written here. */
  async read(): Promise<HistoryNote | null> {
    try {
      const note = JSON.parse(await readFile(this.path, 'utf8')) as HistoryNote & FileMark;
      const { inode, born } = markOf(await stat(this.path, { bigint: true }));
      return note.inode === inode && note.born === born ? note : null;
    } catch {
      return null;
    }
  }

  async write(note: HistoryNote): Promise<void> {
    const draft = `${this.path}.part`;
    await rm(draft, { force: true });
    const file = await open(draft, 'wx');
    try {
      const mark = markOf(await file.stat({ bigint: true }));
      await file.writeFile(JSON.stringify({ ...note, ...mark }));
    } finally {
      await file.close();
    }
    await rename(draft, this.path);
  }
}

function markOf(stats: { readonly ino: bigint; readonly birthtimeNs: bigint }): FileMark {
  return { inode: String(stats.ino), born: String(stats.birthtimeNs) };
}

/** The longest that the note beside a file is behind it, ms. */
const noteEveryMs = 1000;

/** What the database says of its history. */
interface StoredHistory {
  readonly id: string;
  /** Where it was: a place on a server, or the boot that the note beside the file names as well. */
  readonly place: string;
}

/**
 * The history that event numbers belong to. It goes on over restarts and is the same for all replicas;
 * a database that was put back, or is a copy of another, begins a new one.
 */
@Injectable()
export class History implements OnModuleInit, OnModuleDestroy {
  private current = '';
  private readonly boot = randomUUID();
  private readonly inOrder = pLimit(1);
  private noted = -1;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly opened: OpenedDatabase,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly documents: OfficeDocuments,
    private readonly config: OfficeConfig,
    private readonly logger: OfficeLogger,
  ) {}

  get id(): string {
    return this.current;
  }

  async onModuleInit(): Promise<void> {
    const { database } = this.config;
    if (database.kind === 'postgres') {
      const place = await serverPlace(this.dataSource);
      await this.goOn(place, (stored) => stored.place === place);
    } else if (database.kind === 'sqlite' && !this.opened.replaced) {
      await this.goOnInFile(new HistoryFile(database.path));
    } else {
      await this.goOn(this.boot, () => false);
    }
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.keepNote();
  }

  private keepNote: () => Promise<void> = () => Promise.resolve();

  private async goOnInFile(file: HistoryFile): Promise<void> {
    const note = await file.read();
    await this.goOn(this.boot, (stored, last) => isSameFile(note, stored, last));
    this.keepNote = () => this.inOrder(() => this.note(file));
    await this.keepNote();
    this.timer = setInterval(() => void this.keepNote(), noteEveryMs).unref();
  }

  private goOn(
    place: string,
    isSame: (stored: StoredHistory, last: number) => boolean,
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, historyKey);
      const stored = storedIn(locked.document);
      const goesOn = stored !== null && isSame(stored, await lastNumber(tx.manager));
      this.current = goesOn ? stored.id : `history_${randomUUID()}`;
      const history: StoredHistory = { id: this.current, place };
      if (!goesOn || stored.place !== place) await locked.write(history);
    });
  }

  /** Never throws: without a note the next boot begins a new history. */
  private async note(file: HistoryFile): Promise<void> {
    try {
      const seq = await lastNumber(this.dataSource.manager);
      if (seq === this.noted) return;
      await file.write({ boot: this.boot, seq });
      this.noted = seq;
    } catch (thrown) {
      this.logger.scope('store').debug(processTexts.historyNotNoted(messageOf(thrown)));
    }
  }
}

/** Whether the file is the one that the note was written for, and has lost nothing since. */
function isSameFile(note: HistoryNote | null, { place }: StoredHistory, last: number): boolean {
  return note !== null && note.boot === place && last >= note.seq;
}

function storedIn(document: unknown): StoredHistory | null {
  const { id, place } = (document ?? {}) as Partial<Record<keyof StoredHistory, unknown>>;
  return typeof id === 'string' && typeof place === 'string' ? { id, place } : null;
}

/**
 * Where on which server the tables are: another one after a dump was restored, however its tables
 * were made, or after a server went on from an earlier state of itself.
 */
async function serverPlace(dataSource: DataSource): Promise<string> {
  const [tables] = await dataSource.query<[object]>(
    'SELECT oid AS database, ' +
      "CAST(CAST('event_counter' AS regclass) AS oid) AS counter, " +
      "CAST(CAST('events' AS regclass) AS oid) AS events " +
      'FROM pg_database WHERE datname = current_database()',
  );
  // A hosted server may keep these to itself.
  const [server] = await dataSource
    .query<[object]>(
      'SELECT CAST(system_identifier AS text) AS server, ' +
        'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline FROM pg_control_system()',
    )
    .catch(() => [{}] as const);
  return JSON.stringify({ ...tables, ...server });
}
