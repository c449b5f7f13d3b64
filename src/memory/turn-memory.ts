import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import type { Tx } from '../platform/database/tx.js';
import { limits } from '../protocol/limits.js';
import type { MemoryKind, MemoryScope } from '../protocol/records/enums.js';
import type { MemoryFact, MemoryFactSummary } from '../protocol/records/memory.js';
import { MemoryService } from './memory.service.js';
import { FactReadsRepository } from './persistence/fact-reads.repository.js';
import { ReadableFactsRepository } from './persistence/readable-facts.repository.js';
import { ReadableScopes } from './recall/readable-scopes.js';
import { RecallService } from './recall/recall.service.js';

/** The reader: a role at work on a floor. */
export interface TurnReader {
  readonly workspaceId: string;
  readonly roleId: string;
}

/** A fact as shown to an employee. */
interface ShownFact extends MemoryFactSummary {
  readonly source: string | null;
}

/** Memory in a turn's prompt. */
export interface TurnMemoryIndex {
  /** The query, so that repeating it gives the same facts. */
  readonly query: string;
  /** At most 8, the best first. */
  readonly facts: readonly ShownFact[];
  /** Active facts visible to the reader, including these. */
  readonly total: number;
}

/** A fact proposed in a turn and accepted by a person. */
interface LearnedFact {
  readonly text: string;
  readonly kind: MemoryKind;
  /** On the reader's floor and for its role. */
  readonly scope: MemoryScope;
  readonly source: string;
}

/**
 * Memory for a turn's reads, and for facts that a person has accepted. The reader comes from the
 * run, never from the model, so an employee stays within its floor and role. Every answer counts as
 * a read.
 */
@Injectable()
export class TurnMemory {
  constructor(
    private readonly recallService: RecallService,
    private readonly readable: ReadableFactsRepository,
    private readonly reads: FactReadsRepository,
    private readonly clock: Clock,
    private readonly memory: MemoryService,
  ) {}

  /**
   * Writes a fact within the turn's floor and role; once per id.
   * @throws RefusedError if the fact is invalid
   */
  learn(reader: TurnReader, id: string, fact: LearnedFact): Promise<void> {
    const { workspaceId, roleId } = reader;
    const owner = {
      installation: {},
      workspace: { workspaceId },
      role: { workspaceId, roleId },
    }[fact.scope];
    return this.memory.rememberOnce(id, { ...fact, ...owner });
  }

  /** The facts closest to the work, and the number of all. */
  async index(reader: TurnReader, query: string): Promise<TurnMemoryIndex> {
    const scopes = scopesOf(reader);
    const total = await this.readable.count(scopes);
    if (total === 0) return { query, facts: [], total };
    const limit = limits.memoryTurnFacts;
    const facts = await this.recallService.related({ scopes, query, limit });
    return { query, facts: facts.map(shown), total };
  }

  /**
   * Answers the `recall` tool: facts of the highest confidence for a blank query, and the turn's
   * own index for the query that made it.
   */
  async recall(
    reader: TurnReader,
    query: string,
    limit: number,
    index?: TurnMemoryIndex,
  ): Promise<readonly ShownFact[]> {
    if (index !== undefined && asked(query) === asked(index.query)) {
      return index.facts.slice(0, limit);
    }
    const lookup = { scopes: scopesOf(reader), query: asked(query), limit };
    return (await this.recallService.lexical(lookup)).map(shown);
  }

  /** Records in the turn's transaction that its run was shown these facts. */
  recordReads(tx: Tx, runId: string, factIds: readonly string[]): Promise<void> {
    return this.reads.add(tx.manager, runId, factIds, this.clock.now());
  }
}

function scopesOf({ workspaceId, roleId }: TurnReader): ReadableScopes {
  return ReadableScopes.of(workspaceId, roleId);
}

/** The part of a query that `recall` uses. */
function asked(query: string): string {
  return query.trim().slice(0, limits.memoryRecallQueryCharacters);
}

function shown(fact: MemoryFact): ShownFact {
  const { id, scope, scopeId, kind, text, tags, source, confidence, validFrom } = fact;
  return { id, scope, scopeId, kind, text, tags, source, confidence, validFrom };
}
