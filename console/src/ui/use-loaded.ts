import { useCallback, useContext, useEffect, useState } from 'react';
import { toldWords } from '#protocol/rules/told-words.js';
import { OfficeContext } from '../app/office-context.js';

export interface Loaded<T> {
  readonly value: T | null;
  readonly error: string | null;
  readonly reload: () => void;
}

/**
 * The answer of a request to the service, sent when the component mounts and whenever `load` is
 * another function; keep it with `useCallback`. A failed request is sent again once the connection
 * is back.
 * @param version another value repeats the same request
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  version?: unknown,
): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return;
        setValue(answer);
        setError(null);
      },
      (thrown: unknown) => {
        if (!abort.signal.aborted)
          setError(toldWords(thrown instanceof Error ? thrown.message : String(thrown)));
      },
    );
    return () => abort.abort();
  }, [load, version, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const office = useContext(OfficeContext)?.office;
  const hasFailed = error !== null;
  useEffect(() => {
    if (!hasFailed) return;
    return office?.onStatus(({ phase }) => {
      if (phase === 'online') reload();
    });
  }, [office, hasFailed, reload]);
  return { value, error, reload };
}
