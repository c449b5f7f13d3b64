import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { memoryTexts } from '../../protocol/texts/memory.js';
import { FactIndex } from './fact-index.js';
import { PostgresFactIndex } from './postgres-fact-index.js';
import { SqliteFactIndex } from './sqlite-fact-index.js';

/**
 * Builds a missing full-text index at boot, and knows whether it is usable. Without one facts are
 * still written, and recall scans them.
 */
@Injectable()
export class FactIndexSetup implements OnModuleInit {
  private readonly log: ScopedLogger;
  private usable = false;

  constructor(
    private readonly index: FactIndex,
    private readonly transactions: Transactions,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('store');
  }

  get available(): boolean {
    return this.usable;
  }

  async onModuleInit(): Promise<void> {
    try {
      if (!(await this.index.isIntact())) await this.build();
      this.usable = true;
    } catch (thrown) {
      this.log.warn(memoryTexts.noFullTextIndex(messageOf(thrown)));
    }
  }

  private async build(): Promise<void> {
    try {
      await this.transactions.run((tx) => this.index.rebuild(tx.manager));
    } catch (thrown) {
      await this.transactions.run((tx) => this.index.detach(tx.manager));
      throw thrown;
    }
  }
}

/** The index for this database. */
export function factIndexOf(dataSource: DataSource): FactIndex {
  return dataSource.options.type === 'postgres'
    ? new PostgresFactIndex(dataSource)
    : new SqliteFactIndex(dataSource);
}
