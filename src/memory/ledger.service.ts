import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RefusedError } from '../platform/errors/office-error.js';
import { limits } from '../protocol/limits.js';
import { memoryScopes } from '../protocol/records/enums.js';
import type { MemoryLedger, MemoryState } from '../protocol/records/memory.js';
import { memoryTexts } from '../protocol/texts/memory.js';
import { storableText } from './ledger/storable-text.js';
import { FactsRepository } from './persistence/facts.repository.js';
import { Tally, tallyNames } from './persistence/tally.js';
import { FactIndexSetup } from './recall/fact-index-setup.js';
import { VectorMaker } from './semantic/vector-maker.js';

interface LedgerRequest {
  /** Absent = the whole ledger. */
  readonly limit?: number;
  /** Id of a fact: only earlier ones. */
  readonly before?: string;
}

/** Memory's equipment, common to ledger and state. */
type Equipment = Pick<MemoryState, 'searchable' | 'semantic' | 'vectorCount' | 'vectorCoverage'>;

/** The operator's view of the ledger: all scopes and the history. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly facts: FactsRepository,
    private readonly tally: Tally,
    private readonly keeper: FactIndexSetup,
    private readonly maker: VectorMaker,
  ) {}

  /**
   * Facts newest first, including ended ones; counts cover the whole ledger.
   * @throws RefusedError if the page begins at an unknown fact
   */
  async read({ limit, before }: LedgerRequest = {}): Promise<MemoryLedger> {
    const position = before === undefined ? undefined : await this.positionOf(before);
    const facts = await this.facts.page({ limit, before: position });
    const [total = 0, inactive = 0] = await this.tally.read(tallyNames.facts, tallyNames.inactive);
    return { facts, total, inactive, ...(await this.equipment()) };
  }

  /** Reads `OfficeState.memory` from the ledger. */
  async state(manager: EntityManager): Promise<MemoryState> {
    const facts = await this.facts.newestActive(manager, limits.stateMemoryFacts);
    const [installation = 0, workspace = 0, role = 0] = await this.tally.readIn(
      manager,
      ...memoryScopes.map(tallyNames.active),
    );
    const counts = { installation, workspace, role };
    return { facts, counts, ...(await this.equipment(manager)) };
  }

  private async equipment(manager?: EntityManager): Promise<Equipment> {
    const { model } = this.maker;
    const names = model === null ? [] : [tallyNames.vectors(model), tallyNames.covered(model)];
    const [vectorCount = 0, vectorCoverage = 0] = await (manager === undefined
      ? this.tally.read(...names)
      : this.tally.readIn(manager, ...names));
    const searchable = this.keeper.available;
    return { searchable, semantic: model !== null, vectorCount, vectorCoverage };
  }

  private async positionOf(id: string): Promise<number> {
    const position = await this.facts.positionOf(storableText(id));
    if (position === null) throw new RefusedError(memoryTexts.noFact(id));
    return position;
  }
}
