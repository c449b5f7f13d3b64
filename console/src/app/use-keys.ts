import { useEffect, useEffectEvent, useState } from 'react';
import { characterOf, isCharacterKeys, keyStep, opensPalette } from './action-keys.js';
import { actions } from './actions.js';
import { areLetterKeysOn } from './letter-keys.js';
import { doOffered, notify } from './notices.js';
import { offerOf } from './offers.js';
import { parse, replaceWith } from './router.js';
import { isClosedList, leaveField, takesLetters } from './typing-place.js';

/** How long the first of several keys is remembered, ms. */
const rememberedMs = 4000;
const known = actions.map(({ keys }) => keys).filter(isCharacterKeys);

/**
 * Carries out actions by their keys; returns the beginning of a longer sequence that was pressed.
 * `useAnswerKeys` handles keys with Alt.
 */
export function useKeys(onPalette: () => void): string {
  const [begun, setBegun] = useState('');
  const carryOut = (keys: string): void => {
    const action = actions.find((each) => each.keys === keys);
    const offer = action === undefined ? null : offerOf(action.id);
    if (typeof offer === 'function') void doOffered(offer);
    else if (offer !== null) notify(`${action?.name}: ${offer}`);
  };
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (opensPalette(event)) {
      event.preventDefault();
      return onPalette();
    }
    const character = characterOf(event);
    if (character === null) {
      if (event.key !== 'Escape') return;
      setBegun('');
      if (isFieldComing()) replaceWith({ new: null });
      if (!event.defaultPrevented && !event.isComposing) leaveField(event.target);
      return;
    }
    if (event.defaultPrevented || !areLetterKeysOn() || takesLetters(event.target)) {
      return setBegun('');
    }
    // Letters typed before the field has the focus must not count as keys.
    if (isFieldComing()) return event.preventDefault();
    const step = keyStep(begun, character, known);
    setBegun(step.kind === 'begun' ? step.keys : '');
    if (step.kind === 'nothing') return;
    // The letter must not be typed into a field that gets the focus now.
    event.preventDefault();
    if (step.kind === 'done') carryOut(step.keys);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => take(event);
    const listenFirst = (event: KeyboardEvent) => {
      if (!isClosedList(event.target)) return;
      take(event);
      if (event.defaultPrevented) event.stopPropagation();
    };
    addEventListener('keydown', listenFirst, true);
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listenFirst, true);
      removeEventListener('keydown', listen);
    };
  }, []);
  useEffect(() => {
    if (begun === '') return;
    const timer = setTimeout(() => setBegun(''), rememberedMs);
    return () => clearTimeout(timer);
  }, [begun]);
  return begun;
}

/** True between the request for a new brief and the focus on its field. */
function isFieldComing(): boolean {
  return parse(location.hash).query.has('new');
}
