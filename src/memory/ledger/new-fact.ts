import type { MemoryFact } from '../../protocol/records/memory.js';
import type { FactOwner } from '../recall/readable-scopes.js';
import type { FactDraft } from './validate-fact.js';

/** The fact for the ledger, active from now on; its author is always an operator. */
export function newFact(id: string, draft: FactDraft, now: number): MemoryFact {
  const { scope, workspaceId, roleId, kind, text, tags, source, confidence, supersedes } = draft;
  return {
    id,
    scope,
    scopeId: scopeIdOf(draft),
    workspaceId,
    roleId,
    kind,
    text,
    origin: 'operator',
    tags,
    source,
    confidence,
    createdAt: now,
    updatedAt: now,
    validFrom: now,
    invalidFrom: null,
    supersededBy: null,
    supersedes,
    retractReason: null,
    readCount: 0,
    lastReadAt: null,
  };
}

/** The single id by which clients know the owner. */
export function scopeIdOf({ scope, workspaceId, roleId }: FactOwner): string | null {
  return scope === 'workspace' ? workspaceId : roleId;
}
