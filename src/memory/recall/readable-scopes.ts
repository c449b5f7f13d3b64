import type { MemoryScope } from '../../protocol/records/enums.js';

/** The owner of a fact: the installation, a floor, or one role on one floor. */
export interface FactOwner {
  readonly scope: MemoryScope;
  readonly workspaceId: string | null;
  readonly roleId: string | null;
}

/**
 * Scope and owner as a unique text. A role's key includes its floor, because role ids repeat
 * between floors.
 */
export function scopeKeyOf({ scope, workspaceId, roleId }: FactOwner): string {
  switch (scope) {
    case 'installation':
      return JSON.stringify([scope]);
    case 'workspace':
      return JSON.stringify([scope, workspaceId]);
    case 'role':
      return JSON.stringify([scope, workspaceId, roleId]);
  }
}

/**
 * The scopes visible to one reader, derived from the reader alone: no part of a request can widen
 * them.
 */
export class ReadableScopes {
  private constructor(
    /** Keys of the scopes, compared exactly. */
    readonly keys: readonly string[],
  ) {}

  /**
   * The installation's facts, with a floor also that floor's, with a role also that role's there. A
   * role without a floor adds nothing.
   */
  static of(workspaceId: string | null, roleId: string | null = null): ReadableScopes {
    const owners: FactOwner[] = [{ scope: 'installation', workspaceId: null, roleId: null }];
    if (workspaceId !== null) owners.push({ scope: 'workspace', workspaceId, roleId: null });
    if (workspaceId !== null && roleId !== null)
      owners.push({ scope: 'role', workspaceId, roleId });
    return new ReadableScopes(owners.map(scopeKeyOf));
  }
}
