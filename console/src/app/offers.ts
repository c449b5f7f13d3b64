import { useEffect, useRef, type RefObject } from 'react';
import type { ActionId } from './actions.js';

/** A function that does an action now, or the reason why it cannot be done. */
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

/** The offer of an action by the shown parts of the page; null: none of them knows it. */
export function offerOf(id: string): Offer | null {
  const all = sources
    .map(({ current }) => current[id as ActionId])
    .filter((offer) => offer !== undefined && offer !== null);
  return all.find((offer) => typeof offer === 'function') ?? all[0] ?? null;
}
