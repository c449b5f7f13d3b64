import { useEffect, useState } from 'react';
import { useOffice, useWrittenNow } from '../app/office-context.js';
import { RunFollower, type LoadedRun } from './run-follower.js';

/** The current state of a run. */
export function useRun(id: string): LoadedRun {
  const office = useOffice();
  const writtenNow = useWrittenNow();
  const [loaded, setLoaded] = useState<LoadedRun>({ run: null, error: null });
  useEffect(() => {
    const follower = new RunFollower(office, id, writtenNow, setLoaded);
    return () => follower.close();
  }, [office, id, writtenNow]);
  return loaded;
}
