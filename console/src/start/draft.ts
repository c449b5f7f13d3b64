import { useEffect, useState } from 'react';
import { keep, kept } from '../app/storage.js';

/** Pipeline choice: the office chooses. */
export const automatic = 'automatic';

/** Choice of the place of work: as the floor defines. */
export const asFloor = 'floor';

/** A brief that is being written, with its choices. */
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
 * A draft with initial values. The draft of a tab stays while the tab is open, on every floor and
 * page, until it is submitted.
 */
export function useDraft(given: Partial<Draft> | undefined, isOfTab: boolean) {
  const [draft, setDraft] = useState(() =>
    isOfTab && given === undefined ? keptDraft() : { ...empty, ...given },
  );
  useEffect(() => {
    if (isOfTab) keepDraft(draft);
  }, [draft, isOfTab]);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  /** Clears the submitted draft, but not text written since; works even after the page was left. */
  const clear = (handedIn: Draft) => {
    if (isOfTab && kept('session', key) === JSON.stringify(handedIn)) keepDraft(empty);
    setDraft((now) => (now === handedIn ? empty : now));
  };
  return { draft, change, clear };
}

/** True if anything besides the text was set. */
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
