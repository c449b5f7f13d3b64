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

/** A change of what is decided about plugins. */
interface DecisionChange {
  readonly decide: (decisions: PluginDecisions) => PluginDecisions;
  /** The whole plugin system under the given decisions. */
  readonly describe: (decisions: PluginDecisions) => PluginSystemState;
  /** Whether the plugin directories hold something else now. */
  readonly changesDirectories: boolean;
  /** Of a plugin that was installed; kept as long as the decisions name it. */
  readonly bundle?: PluginBundle;
}

/** Keeps the operator's decisions and the owners of tool names; they outlive the process. */
@Injectable()
export class PluginStore extends Projection<PluginDecisions> {
  /** Names this process in what it publishes. */
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

  /** The decisions as the last commit left them. */
  get decisions(): PluginDecisions {
    return this.state;
  }

  /** What a plugin that is removed has named is free for others, with the next change. */
  releaseTools(id: string): void {
    this.toolNames.release(id);
  }

  /** Changes the decisions as they are stored now, and announces the state they make. */
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
    // An event of an older version says nothing of some of them.
    const decided = { ...noDecisions, ...event.decisions };
    this.toolNames.load(decided.toolOwners);
    return decided;
  }
}
