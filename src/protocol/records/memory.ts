import type { MemoryKind, MemoryOrigin, MemoryScope } from './enums.js';

/** One entry of the ledger; entries are never deleted. */
export interface MemoryFact {
  readonly id: string;
  readonly scope: MemoryScope;
  /** Null for `installation`, the workspace id for `workspace`, the role id for `role`. */
  readonly scopeId: string | null;
  readonly workspaceId: string | null;
  readonly roleId: string | null;
  readonly kind: MemoryKind;
  /** Trimmed, 1..500 characters. */
  readonly text: string;
  readonly origin: MemoryOrigin;
  readonly tags: readonly string[];
  readonly source: string | null;
  /** 0..1; ranking input, does not decay. */
  readonly confidence: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly validFrom: number;
  /** Null while active. */
  readonly invalidFrom: number | null;
  readonly supersededBy: string | null;
  readonly supersedes: string | null;
  readonly retractReason: string | null;
  /** Times a search returned it. */
  readonly readCount: number;
  readonly lastReadAt: number | null;
}

/** A fact as a client writes it. */
export interface MemoryInput {
  readonly scope: MemoryScope;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly confidence?: number;
  readonly workspaceId?: string;
  readonly roleId?: string;
  readonly supersedes?: string;
}

/** `OfficeState.memory`: the newest active facts, 200 at most; the counts are complete. */
export interface MemoryState {
  readonly facts: readonly MemoryFact[];
  readonly counts: Readonly<Record<MemoryScope, number>>;
  /** Full-text index present; false = plain scan. */
  readonly searchable: boolean;
  /** Vector index and embedder both in force. */
  readonly semantic: boolean;
  readonly vectorCount: number;
  /** Active facts with a vector. */
  readonly vectorCoverage: number;
}

/** Body of `GET /api/memory`. */
export interface MemoryLedger {
  readonly facts: readonly MemoryFact[];
  readonly total: number;
  readonly inactive: number;
  readonly searchable: boolean;
  readonly semantic: boolean;
  readonly vectorCount: number;
  readonly vectorCoverage: number;
}

/** Body of `GET /api/memory/search`. */
export interface MemorySearchResult {
  readonly facts: readonly MemoryFact[];
  readonly ranked: boolean;
  readonly semantic: boolean;
  /** Null when ranked. */
  readonly notice: string | null;
}

/** Body of `POST /api/memory/:id/retract`. */
export interface MemoryRetraction {
  readonly ok: true;
  /** Ids of runs whose turns were shown the fact, the latest reader first; at most 100. */
  readonly readBy: readonly string[];
}

/** Body of `POST /api/memory/embed`. */
export interface MemoryEmbedding {
  /** Facts that got a vector. */
  readonly embedded: number;
  readonly semantic: boolean;
}

/** The fields of a fact that prompts use. */
export interface MemoryFactSummary {
  readonly id: string;
  readonly scope: MemoryScope;
  readonly scopeId: string | null;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly tags: readonly string[];
  readonly confidence: number;
  readonly validFrom: number;
}
