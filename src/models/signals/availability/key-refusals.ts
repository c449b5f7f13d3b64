import { Injectable } from '@nestjs/common';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import type { KeyedProvider } from '../../providers/provider-definition.js';

/**
 * Keys that providers refused in a call. Some providers list their models without looking at the
 * key, so a list does not show that it is taken.
 */
@Injectable()
export class KeyRefusals {
  private readonly refused = new Map<
    string,
    { readonly key: string | null; readonly said: string }
  >();

  constructor(private readonly revision: CatalogueRevision) {}

  /** @param said by the provider; null: it took the key */
  note(provider: KeyedProvider, said: string | null): void {
    if (this.of(provider) === said) return;
    if (said === null) this.refused.delete(provider.id);
    else this.refused.set(provider.id, { key: provider.key, said });
    this.revision.advance();
  }

  /** Ids of providers that refused a key, in alphabetical order. */
  providers(): string[] {
    return [...this.refused.keys()].sort();
  }

  /** What the provider said when it refused its present key; null: it did not. */
  of({ id, key }: KeyedProvider): string | null {
    const refusal = this.refused.get(id);
    return refusal?.key === key ? refusal.said : null;
  }
}
