import type { ModelSpec } from '#protocol/records/models.js';

export const states = [
  { id: 'all', label: 'Any' },
  { id: 'on', label: 'May be chosen' },
  { id: 'off', label: 'Switched off' },
  { id: 'corrected', label: 'Corrected here' },
] as const;

export const orders = [
  { id: 'listed', label: 'As listed' },
  { id: 'best', label: 'Best first' },
  { id: 'cheapest', label: 'Cheapest first' },
  { id: 'dearest', label: 'Dearest first' },
] as const;

export interface ModelFilter {
  readonly words: string;
  /** A tier, or `all`; likewise the provider. */
  readonly tier: string;
  readonly providerId: string;
  readonly state: (typeof states)[number]['id'];
  readonly order: (typeof orders)[number]['id'];
}

/** The filtered models in the chosen order. Sorted by price, models without a price come last. */
export function shownModels(
  models: readonly ModelSpec[],
  corrected: ReadonlySet<string>,
  { words, tier, providerId, state, order }: ModelFilter,
): readonly ModelSpec[] {
  const text = words.trim().toLowerCase();
  const left = models
    .filter((model) => tier === 'all' || model.tier === tier)
    .filter((model) => providerId === 'all' || model.providerId === providerId)
    .filter((model) => isIn(state, model, corrected))
    .filter(({ id, label, providerId: provider, tier: own }) =>
      `${id} ${label} ${provider} ${own}`.toLowerCase().includes(text),
    );
  switch (order) {
    case 'listed':
      return left;
    case 'best':
      return left.toSorted((a, b) => (b.quality?.quality ?? -1) - (a.quality?.quality ?? -1));
    case 'cheapest':
      return left.toSorted((a, b) => priceOf(a, Infinity) - priceOf(b, Infinity));
    case 'dearest':
      return left.toSorted((a, b) => priceOf(b, -1) - priceOf(a, -1));
  }
}

function isIn(
  state: ModelFilter['state'],
  { id, disabled }: ModelSpec,
  corrected: ReadonlySet<string>,
): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'on':
      return disabled !== true;
    case 'off':
      return disabled === true;
    case 'corrected':
      return corrected.has(id);
  }
}

function priceOf({ unpriced, costPerMTokIn, costPerMTokOut }: ModelSpec, unknown: number): number {
  return unpriced === true ? unknown : costPerMTokIn + costPerMTokOut;
}
