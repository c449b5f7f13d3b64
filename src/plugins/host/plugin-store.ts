import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import type { Rows } from '../../platform/database/tx.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import { Projection } from '../../platform/events/projection.js';
import { Projections } from '../../platform/events/projections.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { fitPart } from '../../platform/socket/state-json.js';
import type { PluginSystemState } from '../../protocol/records/plugins.js';
import { limits } from '../../protocol/limits.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { PluginBundlesRepository } from '../persistence/plugin-bundles.repository.js';
import type { PluginBundle } from '../persistence/plugin-bundles.repository.js';
import { ToolNames } from '../tools/tool-names.js';
import { noDecisions, readDecisions } from './plugin-decisions.js';
import type { PluginDecisions } from './plugin-decisions.js';

const key = 'plugins';

/** A change of the decisions about plugins. */
interface DecisionChange {
  readonly decide: (decisions: PluginDecisions) => PluginDecisions;
  /** The whole plugin system under the given decisions. */
  readonly describe: (decisions: PluginDecisions) => PluginSystemState;
  /** True if the plugin directories have changed. */
  readonly changesDirectories: boolean;
  /** Bundle of an installed plugin; kept while the decisions name it. */
  readonly bundle?: PluginBundle;
}

/** Stores operators' decisions and the owners of tool names. */
@Injectable()
export class PluginStore extends Projection<PluginDecisions> {
  /** Identifies this process in its events. */
  readonly process = randomUUID();

  constructor(
    projections: Projections,
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    private readonly bundles: PluginBundlesRepository,
    private readonly toolNames: ToolNames,
    private readonly logger: OfficeLogger,
  ) {
    super(projections);
  }

  /** The host loads the decisions together with the directories. */
  override async onModuleInit(): Promise<void> {}

  /** The decisions after the last commit. */
  get decisions(): PluginDecisions {
    return this.state;
  }

  /** Frees the tool names of a removed plugin with the next change. */
  releaseTools(id: string): void {
    this.toolNames.release(id);
  }

  /** Changes the stored decisions and announces the resulting state. */
  async change({ decide, describe, changesDirectories, bundle }: DecisionChange): Promise<void> {
    await this.transactions.run(async (tx) => {
      const stored = await this.documents.lock(tx, key);
      const before = readDecisions(stored.document).decisions;
      const decided = decide(before);
      const toolOwners = { ...decided.toolOwners, ...this.toolNames.claimed() };
      const decisions = { ...decided, toolOwners };
      await stored.write(decisions);
      if (bundle !== undefined) await this.bundles.add(tx.manager, bundle);
      if (!isDeepStrictEqual(before.installed, decisions.installed)) {
        await this.bundles.keepOnly(tx.manager, Object.values(decisions.installed));
      }
      const state = fitPart(describe(decisions), limits.pluginsFrameBytes);
      tx.publish({ type: 'plugins.updated', state });
      tx.conclude(null);
      if (!changesDirectories && isDeepStrictEqual(before, decisions)) return;
      const changedDirectories = changesDirectories ? this.process : null;
      tx.publish({ type: 'internal.plugins.decided', decisions, changedDirectories });
    });
  }

  protected override async load({ manager }: Rows): Promise<PluginDecisions> {
    const { decisions, ignored } = readDecisions(await this.documents.read(manager, key));
    if (ignored.length > 0) {
      this.logger.scope('plugins').warn(pluginTexts.savedStateMalformed(ignored));
    }
    this.toolNames.load(decisions.toolOwners);
    return decisions;
  }

  protected override apply(decisions: PluginDecisions, event: CommittedEvent): PluginDecisions {
    if (event.type !== 'internal.plugins.decided') return decisions;
    // Events of older versions lack some of the fields.
    const decided = { ...noDecisions, ...event.decisions };
    this.toolNames.load(decided.toolOwners);
    return decided;
  }
}
