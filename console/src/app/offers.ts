import { useEffect, useRef, type RefObject } from 'react';
import type { ActionId } from './actions.js';

/** What does an action now; or the reason why it cannot be done. */
export type Offer = (() => unknown) | string;

export type Offers = Readonly<Partial<Record<ActionId, Offer | null | undefined>>>;

const sources: RefObject<Offers>[] = [];

/** Offers actions to keys and the palette while the component is shown. */
export function useOffers(offers: Offers): void {
  const latest = useRef(offers);
  useEffect(() => {
    latest.current = offers;
  });
  useEffect(() => {
    sources.unshift(latest);
    return () => void sources.splice(sources.indexOf(latest), 1);
  }, []);
}

/** What the shown parts of the page say of an action; null: it is of another page. */
export function offerOf(id: string): Offer | null {
  const all = sources
    .map(({ current }) => current[id as ActionId])
    .filter((offer) => offer !== undefined && offer !== null);
  return all.find((offer) => typeof offer === 'function') ?? all[0] ?? null;
}
