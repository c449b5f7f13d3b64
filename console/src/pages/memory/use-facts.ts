import { useCallback, useMemo } from 'react';
import type { MemoryFact } from '#protocol/records/memory.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { useSettled } from '../../ui/use-settled.js';

export const all = 'all';
/** Pause after typing before the search starts, ms. */
const typingMs = 250;
const ledgerSize = 500;

/** Filter of facts. */
export interface FactFilter {
  readonly text: string;
  /** The reading role, or `all`; likewise the kind. */
  readonly roleId: string;
  readonly kind: string;
  readonly withInactive: boolean;
}

export interface FoundFacts {
  /** Undefined while loading. */
  readonly facts: readonly MemoryFact[] | undefined;
  readonly error: string | null;
  /** The service's note on a search. */
  readonly notice: string | null;
  /** Facts by id, found or not. */
  readonly known: ReadonlyMap<string, MemoryFact>;
  /** Number of facts in the ledger, and of loaded ones. */
  readonly total: number;
}

/** The filtered facts: with a search text as a reader would find them, else from the ledger. */
export function useFacts({ text, roleId, kind, withInactive }: FactFilter): FoundFacts {
  const { http } = useOffice();
  const memory = useOfficeState((state) => state.memory);
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const words = useSettled(text.trim(), typingMs);
  const loadLedger = useCallback(
    (signal: AbortSignal) => http.memory({ limit: ledgerSize }, { signal }),
    [http],
  );
  const search = useCallback(
    async (signal: AbortSignal) => {
      if (words === '') return null;
      const reader = { workspaceId: floorId, ...(roleId !== all && { roleId }) };
      return http.searchMemory({ q: words, ...reader }, { signal });
    },
    [http, words, floorId, roleId],
  );
  const ledger = useLoaded(loadLedger, memory);
  const found = useLoaded(search, memory);
  const known = useMemo(
    () => new Map(ledger.value?.facts.map((fact) => [fact.id, fact])),
    [ledger.value],
  );
  const isSearch = words !== '';
  const isListed = (fact: MemoryFact) =>
    isReadBy(fact, roleId, floorId) && (withInactive || fact.invalidFrom === null);
  const facts = isSearch ? found.value?.facts : ledger.value?.facts.filter(isListed);
  return {
    facts: facts?.filter((fact) => kind === all || fact.kind === kind),
    error: isSearch ? found.error : ledger.error,
    notice: isSearch ? (found.value?.notice ?? null) : null,
    known,
    total: ledger.value?.total ?? 0,
  };
}

/** True if a role of the floor is shown the fact. */
function isReadBy(fact: MemoryFact, roleId: string, floorId: string): boolean {
  if (roleId === all || fact.scope === 'installation') return true;
  if (fact.workspaceId !== floorId) return false;
  return fact.scope === 'workspace' || fact.roleId === roleId;
}
