import { useEffect, useState } from 'react';

/** Time that a request must be visible before a key answers it, ms. */
const settleMs = 500;

/**
 * True once the same request, with the same part open, has been visible for a moment: a key that is
 * pressed then was meant for it.
 */
export function useSettledRequest(isVisible: boolean, asked: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (!isVisible) return;
    const timer = setTimeout(() => setSettled(asked), settleMs);
    return () => {
      clearTimeout(timer);
      setSettled(null);
    };
  }, [isVisible, asked]);
  return isVisible && settled === asked;
}
