import { RefusedError } from '../../platform/errors/office-error.js';
import { clip } from '../../platform/text/clip.js';
import { limits } from '../../protocol/limits.js';
import {
  type MemoryKind,
  memoryKinds,
  type MemoryScope,
  memoryScopes,
} from '../../protocol/records/enums.js';
import { shapeTexts } from '../../protocol/texts/http.js';
import { memoryTexts } from '../../protocol/texts/memory.js';
import type { FactOwner } from '../recall/readable-scopes.js';
import { type FactInput, isFactInput } from './fact-input.js';
import { storableText } from './storable-text.js';

/** A valid fact; one of a role without a floor must still get one. */
export interface FactDraft extends FactOwner {
  readonly kind: MemoryKind;
  readonly text: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly confidence: number;
  /** Id of the fact that this one corrects. */
  readonly supersedes: string | null;
}

/**
 * Validates a MemoryInput. Null counts as absent where a fact's record may contain it, so that a
 * correction can start from the original.
 * @throws RefusedError naming the first invalid field
 */
export function validateFact(input: unknown): FactDraft {
  if (!isFactInput(input)) throw new RefusedError(memoryTexts.notAnObject);
  const scope = readScope(input.scope);
  const kind = readKind(input.kind);
  const text = readText(input.text);
  return {
    ...readOwner(scope, input),
    kind,
    text,
    tags: readTags(input.tags),
    source: readSource(input),
    confidence: readConfidence(input.confidence),
    supersedes: readOptional(input, 'supersedes'),
  };
}

function readScope(value: unknown): MemoryScope {
  const scope = memoryScopes.find((known) => known === value);
  if (scope === undefined) throw new RefusedError(memoryTexts.badScope);
  return scope;
}

function readKind(value: unknown): MemoryKind {
  const kind = memoryKinds.find((known) => known === value);
  if (kind === undefined) throw new RefusedError(memoryTexts.badKind);
  return kind;
}

function readText(value: unknown): string {
  const text = typeof value === 'string' ? storableText(value).trim() : '';
  if (text === '') throw new RefusedError(memoryTexts.textRequired);
  if (text.length > limits.memoryTextCharacters) {
    throw new RefusedError(memoryTexts.textTooLong(text.length));
  }
  return text;
}

/** Owner of the fact; a workspace fact ignores the role. */
function readOwner(scope: MemoryScope, input: FactInput): FactOwner {
  const workspaceId = readOptional(input, 'workspaceId');
  const roleId = readOptional(input, 'roleId');
  switch (scope) {
    case 'installation':
      if (workspaceId !== null) throw new RefusedError(memoryTexts.fieldOmitted('workspaceId'));
      if (roleId !== null) throw new RefusedError(memoryTexts.fieldOmitted('roleId'));
      return { scope, workspaceId, roleId };
    case 'workspace':
      return { scope, workspaceId: required('workspaceId', workspaceId, scope), roleId: null };
    case 'role':
      return { scope, workspaceId, roleId: required('roleId', roleId, scope) };
  }
}

/**
 * The draft with a floor: a role's fact without one gets the given floor.
 * @throws RefusedError if there is none
 */
export function placeFact(draft: FactDraft, floor: string | null): FactDraft {
  if (draft.scope !== 'role') return draft;
  const workspaceId = required('workspaceId', draft.workspaceId ?? floor, draft.scope);
  return { ...draft, workspaceId };
}

function required(field: string, id: string | null, scope: MemoryScope): string {
  if (id === null) throw new RefusedError(memoryTexts.fieldRequired(field, scope));
  return id;
}

function readTags(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((tag) => typeof tag === 'string')) {
    throw new RefusedError(shapeTexts.mustBe('tags', 'an array of strings'));
  }
  const cleaned = value
    .map((tag) => clip(storableText(tag).trim().toLowerCase(), limits.memoryTagCharacters))
    .filter((tag) => tag !== '');
  return [...new Set(cleaned)].slice(0, limits.memoryTags);
}

function readSource(input: FactInput): string | null {
  const source = readOptional(input, 'source');
  return source === null ? null : clip(source, limits.memorySourceCharacters);
}

/** Trimmed; null if absent, null or blank. */
function readOptional(input: FactInput, field: string): string | null {
  const value = input[field] ?? '';
  if (typeof value !== 'string') throw new RefusedError(shapeTexts.mustBe(field, 'a string'));
  return storableText(value).trim() || null;
}

function readConfidence(value: unknown): number {
  const confidence = value === undefined ? limits.memoryDefaultConfidence : value;
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) {
    throw new RefusedError(memoryTexts.badConfidence);
  }
  return confidence;
}
