import { Injectable } from '@nestjs/common';
import { Clock, endOf } from '../platform/clock.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { Ids } from '../platform/ids.js';
import { clip } from '../platform/text/clip.js';
import { limits } from '../protocol/limits.js';
import type { MemoryFact } from '../protocol/records/memory.js';
import { memoryTexts } from '../protocol/texts/memory.js';
import { newFact } from './ledger/new-fact.js';
import { storableText } from './ledger/storable-text.js';
import { type FactDraft, placeFact, validateFact } from './ledger/validate-fact.js';
import { FactReadsRepository } from './persistence/fact-reads.repository.js';
import { type Ending, FactsRepository } from './persistence/facts.repository.js';
import { Tally, tallyNames } from './persistence/tally.js';
import { VectorsRepository } from './persistence/vectors.repository.js';
import { scopeKeyOf, type FactOwner } from './recall/readable-scopes.js';
import { isActive } from './ledger/is-active.js';

interface FactDefaults {
  /** Floor for a role's fact that names none and corrects none; null without a floor. */
  readonly workspaceId: string | null;
}

/** Runs whose turns were shown the retracted fact, the latest reader first. */
export interface Retraction {
  readonly readBy: readonly string[];
}

/**
 * Writes to the ledger. Nothing is overwritten or deleted: a fact ends by a retraction or by a
 * correction.
 */
@Injectable()
export class MemoryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly facts: FactsRepository,
    private readonly reads: FactReadsRepository,
    private readonly vectors: VectorsRepository,
    private readonly tally: Tally,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Writes a fact; with `supersedes` it replaces another one in the same transaction.
   * @throws RefusedError for an invalid field, or a fact that cannot be superseded
   */
  remember(input: unknown, defaults: FactDefaults): Promise<MemoryFact> {
    const draft = validateFact(input);
    return this.transactions.run(async (tx) => {
      const fact = await this.write(tx, draft, defaults);
      tx.conclude(fact);
      return fact;
    });
  }

  /**
   * Writes a fact under the caller's id, unless it exists.
   * @throws RefusedError like `remember`
   */
  async rememberOnce(id: string, input: unknown): Promise<void> {
    const draft = validateFact(input);
    await this.transactions.run(async (tx) => {
      if ((await this.facts.find(id, tx.manager)) !== null) return;
      await this.write(tx, draft, { workspaceId: null }, id);
    });
  }

  /**
   * Ends a fact, which is kept with the reason.
   * @throws RefusedError if it is unknown or has ended
   */
  retract(id: string, reason?: string): Promise<Retraction> {
    const retractReason = cleanReason(reason);
    return this.transactions.run(async (tx) => {
      const fact = await this.facts.find(storableText(id), tx.manager);
      if (fact === null) throw new RefusedError(memoryTexts.noFact(id));
      const ended = await this.end(tx, fact, { retractReason, supersededBy: null });
      if (ended === null) throw new RefusedError(memoryTexts.inactive(fact.id));
      this.publishEnded(tx, ended);
      const retraction = { readBy: await this.reads.runsThatRead(fact.id, tx.manager) };
      tx.conclude(retraction);
      return retraction;
    });
  }

  private async write(
    tx: Tx,
    draft: FactDraft,
    defaults: FactDefaults,
    id = this.ids.next('fact'),
  ): Promise<MemoryFact> {
    const original = await this.originalOf(tx, draft);
    const placed = placeFact(draft, original?.workspaceId ?? defaults.workspaceId);
    if (original !== null) checkCorrection(original, placed);
    const fact = newFact(id, placed, this.clock.now());
    await this.insert(tx, fact);
    const superseded = original && (await this.replace(tx, original, fact));
    tx.publish({ type: 'memory.created', fact, superseded });
    if (superseded !== null) this.publishEnded(tx, superseded);
    // Last, because a retraction of the original also locks its row before these counts.
    await this.tally.add(tx.manager, {
      [tallyNames.active(fact.scope)]: 1,
      [tallyNames.within(scopeKeyOf(fact))]: 1,
    });
    return fact;
  }

  private async originalOf(tx: Tx, { supersedes }: FactDraft): Promise<MemoryFact | null> {
    if (supersedes === null) return null;
    const original = await this.facts.find(supersedes, tx.manager);
    if (original === null) throw new RefusedError(memoryTexts.noFactToSupersede(supersedes));
    return original;
  }

  private async insert(tx: Tx, fact: MemoryFact): Promise<void> {
    const position = await this.tally.next(tx.manager, tallyNames.facts);
    await this.facts.insert(tx.manager, fact, position);
  }

  /** Returns the original as it is now. */
  private async replace(tx: Tx, original: MemoryFact, by: MemoryFact): Promise<MemoryFact> {
    const ended = await this.end(tx, original, { retractReason: null, supersededBy: by.id });
    if (ended === null) throw new RefusedError(memoryTexts.inactiveToSupersede(original.id));
    return ended;
  }

  /** Returns the fact as it is now; null if it had already ended. */
  private async end(tx: Tx, fact: MemoryFact, ending: Ending): Promise<MemoryFact | null> {
    const at = endOf(fact.validFrom, this.clock.now());
    if (!(await this.facts.end(tx.manager, fact.id, at, ending))) return null;
    const models = await this.vectors.modelsOf(tx.manager, fact.id);
    await this.tally.add(tx.manager, {
      [tallyNames.active(fact.scope)]: -1,
      [tallyNames.within(scopeKeyOf(fact))]: -1,
      [tallyNames.inactive]: 1,
      ...Object.fromEntries(models.map((model) => [tallyNames.covered(model), -1])),
    });
    return { ...fact, ...ending, invalidFrom: at, updatedAt: at };
  }

  private publishEnded(tx: Tx, fact: MemoryFact): void {
    tx.publish({ type: 'memory.retracted', id: fact.id, fact });
  }
}

function cleanReason(reason = ''): string | null {
  const cleaned = storableText(reason).trim();
  return cleaned === '' ? null : clip(cleaned, limits.memoryReasonCharacters);
}

/**
 * Checks that a fact may be replaced by one of this owner: it must be active, and a correction
 * keeps scope and owner.
 * @throws RefusedError with the reason
 */
function checkCorrection(original: MemoryFact, owner: FactOwner): void {
  const { id, scope, scopeId } = original;
  if (!isActive(original)) throw new RefusedError(memoryTexts.inactiveToSupersede(id));
  if (scopeKeyOf(original) !== scopeKeyOf(owner)) {
    throw new RefusedError(memoryTexts.cannotMove(id, scope, scopeId));
  }
}
