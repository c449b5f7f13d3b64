import { useCallback, useState } from 'react';
import { keep, kept } from './storage.js';

/** A text that is kept while the tab is open, even when its page is left. */
export function useKeptText(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => kept('session', key) ?? '');
  const set = useCallback(
    (next: string) => {
      keep('session', key, next === '' ? null : next);
      setText(next);
    },
    [key],
  );
  return [text, set];
}
