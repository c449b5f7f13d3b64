import type { RefObject } from 'react';
import { useOffers } from '../app/offers.js';
import { type Draft, useAside } from './draft.js';

/** Offers the brief that gave way to an example. */
export function BriefAside({
  draft,
  onTake,
  field,
}: {
  readonly draft: Draft;
  readonly onTake: (taken: Draft) => void;
  /** The field of the brief, which then gets the focus. */
  readonly field: RefObject<HTMLElement | null>;
}) {
  const { last, swap } = useAside();
  const take = () => {
    if (last === undefined) return;
    swap(draft);
    onTake(last);
    field.current?.focus();
  };
  useOffers({ 'brief-back': last === undefined ? 'no brief is put aside' : take });
  if (last === undefined) return null;
  return (
    <p className="small" role="status">
      What you had written is put aside.{' '}
      <button type="button" className="link-button" onClick={take}>
        Take it back
      </button>
    </p>
  );
}
