import { useEffect, useEffectEvent } from 'react';
import { answerOf, reactionTo, writesOther, type KeyAnswer } from './answer-keys.js';

interface Keys {
  readonly isOn: boolean;
  readonly isFolded: boolean;
  /** True if keys answer the request already. */
  readonly isReady: boolean;
  readonly onUnfold: () => void;
  readonly onAnswer: (answer: KeyAnswer) => void;
}

/** Answers the request by keys from anywhere in the page. */
export function useAnswerKeys({ isOn, isFolded, isReady, onUnfold, onAnswer }: Keys): void {
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
