import { useEffect, useState } from 'react';
import { keep, kept } from '../app/storage.js';

/** The choice that the office makes a pipeline's. */
export const automatic = 'automatic';

/** The choice of where the floor lets runs work. */
export const asFloor = 'floor';

/** A brief that is being written, with what is chosen for it. */
export interface Draft {
  readonly brief: string;
  readonly pipelineId: string;
  readonly budget: string;
  readonly isFull: boolean;
  readonly where: string;
}

const key = 'office-brief';

const empty: Draft = {
  brief: '',
  pipelineId: automatic,
  budget: '',
  isFull: false,
  where: asFloor,
};

/**
 * A draft that begins with what is given. One of a tab stays while the tab is open, whatever floor or
 * page it shows, until it is handed in.
 */
export function useDraft(given: Partial<Draft> | undefined, isOfTab: boolean) {
  const [draft, setDraft] = useState(() =>
    isOfTab && given === undefined ? keptDraft() : { ...empty, ...given },
  );
  useEffect(() => {
    if (isOfTab) keepDraft(draft);
  }, [draft, isOfTab]);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  /** Forgets what was handed in, but not what was written since; the page may have been left. */
  const clear = (handedIn: Draft) => {
    if (isOfTab && kept('session', key) === JSON.stringify(handedIn)) keepDraft(empty);
    setDraft((now) => (now === handedIn ? empty : now));
  };
  return { draft, change, clear };
}

/** True if more than the words was set. */
export function hasChoices({ brief: _brief, ...choices }: Draft): boolean {
  return Object.entries(choices).some(([name, value]) => empty[name as keyof Draft] !== value);
}

function keptDraft(): Draft {
  try {
    return { ...empty, ...(JSON.parse(kept('session', key) ?? '{}') as Partial<Draft>) };
  } catch {
    return empty;
  }
}

function keepDraft(draft: Draft): void {
  const isEmpty = draft.brief.trim() === '' && !hasChoices(draft);
  keep('session', key, isEmpty ? null : JSON.stringify(draft));
}
