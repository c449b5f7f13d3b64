import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { processTexts } from '../../protocol/texts/process.js';
import { OfficeConfig } from '../config/office-config.js';
import { messageOf } from '../errors/error-text.js';
import { lastNumber } from '../events/number-events.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { HistoryFile, type HistoryNote } from './history-file.js';
import { historyKey } from './history-key.js';
import { OfficeDocuments } from './office-documents.js';
import { OpenedDatabase } from './opened-database.js';
import { serverPlace } from './server-place.js';
import { Transactions } from './transactions.js';

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
