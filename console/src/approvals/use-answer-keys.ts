import { useEffect, useEffectEvent, useState } from 'react';
import { answerOf, reactionTo, writesOther, type KeyAnswer } from './answer-keys.js';

/** Time that a request must be visible before a key answers it, ms. */
const settleMs = 500;

interface Keys {
  readonly isOn: boolean;
  readonly isFolded: boolean;
  readonly onUnfold: () => void;
  readonly onAnswer: (answer: KeyAnswer) => void;
}

/**
 * Answers the request by keys from anywhere in the page; returns whether the keys are active yet.
 */
export function useAnswerKeys({ isOn, isFolded, onUnfold, onAnswer }: Keys): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isOn || isFolded) return;
    const timer = setTimeout(() => setReady(true), settleMs);
    return () => {
      clearTimeout(timer);
      setReady(false);
    };
  }, [isOn, isFolded]);
  const take = useEffectEvent((event: KeyboardEvent) => {
    const answer = answerOf(event);
    if (answer === null || isMeantElsewhere(event)) return;
    event.preventDefault();
    const reaction = reactionTo(event, { isFolded, isReady });
    if (reaction === 'unfold') onUnfold();
    if (reaction === 'answer') onAnswer(answer);
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => take(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn]);
  return isOn && isReady;
}

/** True if a dialog covers the request or the press goes into another field. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (document.querySelector('.overlay') !== null) return true;
  const { target } = event;
  const isInField =
    target instanceof Element &&
    target.closest('input, textarea') !== null &&
    target.closest('.answered') === null;
  return isInField && writesOther(event);
}
