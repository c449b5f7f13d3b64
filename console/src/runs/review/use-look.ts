import { useEffect, useState } from 'react';
import { keep, kept } from '../../app/storage.js';
import { keepLook, lastLook } from './viewed.js';

/** A look at a run's change. */
interface Look {
  /** The version of the change that it showed first. */
  readonly at: string;
  /** The version of the look before it; at the first look, its own. */
  readonly before: string;
}

/**
 * The version of a run's change that the look before this one showed; null: not known yet.
 * @param asked the version that the address compares with; empty: none
 * @param version the version that is shown; empty: none
 */
export function useLook(runId: string, asked: string, version: string): string | null {
  const [look, setLook] = useState<Look | null>(null);
  if (look === null && version !== '') {
    const before = asked === '' ? (lookBefore(runId, version) ?? version) : asked;
    setLook({ at: version, before });
  }
  useEffect(() => {
    if (look === null) return;
    keepLook(runId, look.at);
    keep('session', keyOf(runId), `${look.at} ${look.before}`);
  }, [runId, look]);
  return look?.before ?? (asked === '' ? null : asked);
}

/** In the same tab, a look at what the last one showed continues that one, as after a reload. */
function lookBefore(runId: string, version: string): string | null {
  const last = lastLook(runId);
  const [at, before] = (kept('session', keyOf(runId)) ?? '').split(' ');
  return before !== undefined && at === last && at === version ? before : last;
}

function keyOf(runId: string): string {
  return `office-look-before-${runId}`;
}
