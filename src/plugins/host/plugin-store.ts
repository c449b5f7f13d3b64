import { Injectable } from '@nestjs/common';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { PluginSystemState } from '../../protocol/records/plugins.js';
import { pluginTexts } from '../../protocol/texts.js';
import { noDecisions, readDecisions } from './plugin-decisions.js';
import type { PluginDecisions } from './plugin-decisions.js';

const key = 'plugins';

/** Keeps the operator's decisions; they outlive the process (behaviour-plugins.md 1.8). */
@Injectable()
export class PluginStore {
  private current = noDecisions;

  constructor(
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    private readonly logger: OfficeLogger,
  ) {}

  /** The decisions as last loaded or changed. */
  get decisions(): PluginDecisions {
    return this.current;
  }

  async load(): Promise<void> {
    const { decisions, ignored } = readDecisions(await this.documents.read(key));
    if (ignored.length > 0) {
      this.logger.scope('plugins').warn(pluginTexts.savedStateMalformed(ignored));
    }
    this.current = decisions;
  }

  /**
   * Changes the decisions as they are stored now, and announces the state they make in the same
   * commit. @param describe the whole state under the given decisions
   */
  async change(
    decide: (decisions: PluginDecisions) => PluginDecisions,
    describe: (decisions: PluginDecisions) => PluginSystemState,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const next = decide(readDecisions(await this.documents.lock(tx, key)).decisions);
      await this.documents.write(tx, key, next);
      tx.publish({ type: 'plugins.updated', state: describe(next) });
      tx.afterCommit(() => {
        this.current = next;
      });
    });
  }
}
