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

/** Who reads: a role at work on a floor. */
export interface TurnReader {
  readonly workspaceId: string;
  readonly roleId: string;
}

/** A fact as an employee is shown it. */
export interface ShownFact extends MemoryFactSummary {
  readonly source: string | null;
}

/** What the prompt of a turn says of memory. */
export interface TurnMemoryIndex {
  /** What was asked for, so that the same question can be answered with the same facts. */
  readonly query: string;
  /** At most 8, the best first. */
  readonly facts: readonly ShownFact[];
  /** Active facts within the reader's reach, these included. */
  readonly total: number;
}

/** A fact that a person accepted from a turn. */
interface LearnedFact {
  readonly text: string;
  readonly kind: MemoryKind;
  /** On the reader's floor, and for its role. */
  readonly scope: MemoryScope;
  readonly source: string;
}

/**
 * Memory as a turn reads it, and as it writes to it once a person has accepted what it learned. The reader comes from the run, never from the model, so an employee
 * cannot reach beyond its floor and role. Every answer counts as a read of the facts in it.
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
   * Writes a fact within the turn's own floor and role; under the same id only once.
   * @throws RefusedError where the fact is not one
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

  /** The facts nearest to the work at hand, and how many there are in all. */
  async index(reader: TurnReader, query: string): Promise<TurnMemoryIndex> {
    const scopes = scopesOf(reader);
    const total = await this.readable.count(scopes);
    if (total === 0) return { query, facts: [], total };
    const limit = limits.memoryTurnFacts;
    const facts = await this.recallService.related({ scopes, query, limit });
    return { query, facts: facts.map(shown), total };
  }

  /**
   * Answers the `recall` tool: the surest facts for a blank query, and those of the turn's index,
   * as they were, when the query is the one the index was made for.
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

  /** Notes in the turn's own transaction that its run was shown these facts. */
  recordReads(tx: Tx, runId: string, factIds: readonly string[]): Promise<void> {
    return this.reads.add(tx.manager, runId, factIds, this.clock.now());
  }
}

function scopesOf({ workspaceId, roleId }: TurnReader): ReadableScopes {
  return ReadableScopes.of(workspaceId, roleId);
}

/** The part of a query that `recall` looks at. */
function asked(query: string): string {
  return query.trim().slice(0, limits.memoryRecallQueryCharacters);
}

function shown(fact: MemoryFact): ShownFact {
  const { id, scope, scopeId, kind, text, tags, source, confidence, validFrom } = fact;
  return { id, scope, scopeId, kind, text, tags, source, confidence, validFrom };
}
