import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { processTexts } from '../../protocol/texts/process.js';
import { OfficeConfig } from '../config/office-config.js';
import { messageOf } from '../errors/error-text.js';
import { lastNumber } from '../events/event-rows.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { Repeater } from '../repeater.js';
import { OfficeDocuments } from './office-documents.js';
import { OpenedDatabase } from './opened-database.js';
import { Transactions } from './transactions.js';

/** Key of the document with the history id. Backups leave it out and so begin a new history. */
export const historyKey = 'history';

/** The note, and the mark of its file; a copy has another mark. */
const markedNote = z.object({
  /** Id of the boot that wrote the note; the database stores the same id. */
  boot: z.string(),
  /** Last event number. */
  seq: z.number(),
  inode: z.string(),
  born: z.string(),
});

/** The note beside a database file about its last known state. */
type HistoryNote = Pick<z.output<typeof markedNote>, 'boot' | 'seq'>;

/**
 * The note beside a SQLite file. Each write creates a new file and stores that file's identity, so
 * a copied note, alone or with its folder, is told from the original.
 */
class HistoryFile {
  private readonly path: string;

  constructor(databasePath: string) {
    this.path = `${databasePath}.history`;
  }

  /** Null: there is no note that was written in this place. */
  async read(): Promise<HistoryNote | null> {
    try {
      const read = markedNote.parse(JSON.parse(await readFile(this.path, 'utf8')));
      const { inode, born } = markOf(await stat(this.path, { bigint: true }));
      return read.inode === inode && read.born === born ? read : null;
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

function markOf(stats: { readonly ino: bigint; readonly birthtimeNs: bigint }) {
  return { inode: String(stats.ino), born: String(stats.birthtimeNs) };
}

/** Longest time that the note lags behind the database, ms. */
const noteEveryMs = 1000;

/** The history as stored in the database. */
const storedHistory = z.object({
  id: z.string(),
  /** Its place: a server's identity, or the boot id that the note beside the file repeats. */
  place: z.string(),
});

type StoredHistory = z.output<typeof storedHistory>;

/**
 * The id of the history that event numbers belong to. It survives restarts and is the same for all
 * replicas; a restored or copied database gets a new one.
 */
@Injectable()
export class History implements OnModuleInit, OnModuleDestroy {
  private current = '';
  private readonly boot = randomUUID();
  private readonly inOrder = pLimit(1);
  private noted = -1;

  constructor(
    private readonly opened: OpenedDatabase,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly documents: OfficeDocuments,
    private readonly config: OfficeConfig,
    private readonly repeater: Repeater,
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
    await this.keepNote();
  }

  private keepNote: () => Promise<void> = () => Promise.resolve();

  private async goOnInFile(file: HistoryFile): Promise<void> {
    const note = await file.read();
    await this.goOn(this.boot, (stored, last) => isSameFile(note, stored, last));
    this.keepNote = () => this.inOrder(() => this.note(file));
    await this.keepNote();
    const failure = { scope: 'store', text: processTexts.historyNotNoted };
    this.repeater.every(noteEveryMs, failure, () => this.keepNote());
  }

  private goOn(
    place: string,
    isSame: (stored: StoredHistory, last: number) => boolean,
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, historyKey);
      const stored = storedHistory.safeParse(locked.document).data;
      const goesOn = stored !== undefined && isSame(stored, await lastNumber(tx.manager));
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

/** True if the note was written for this file and the file has lost nothing since. */
function isSameFile(note: HistoryNote | null, { place }: StoredHistory, last: number): boolean {
  return note !== null && note.boot === place && last >= note.seq;
}

/**
 * Identity of the server and the tables: different after a dump was restored, and after a server
 * was reset to an earlier state.
 */
async function serverPlace(dataSource: DataSource): Promise<string> {
  const [tables] = await dataSource.query<[object]>(
    'SELECT oid AS database, ' +
      "CAST(CAST('event_counter' AS regclass) AS oid) AS counter, " +
      "CAST(CAST('events' AS regclass) AS oid) AS events " +
      'FROM pg_database WHERE datname = current_database()',
  );
  // Hosted servers may deny access to these values.
  const [server] = await dataSource
    .query<[object]>(
      'SELECT CAST(system_identifier AS text) AS server, ' +
        'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline FROM pg_control_system()',
    )
    .catch(() => [{}] as const);
  return JSON.stringify({ ...tables, ...server });
}
