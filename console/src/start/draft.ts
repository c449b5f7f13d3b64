import { useEffect, useState } from 'react';
import { exampleBriefs } from '#protocol/example-briefs.js';
import { keep, kept } from '../app/storage.js';
import { useKept } from '../app/use-kept-text.js';

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
const asideKey = 'office-briefs-aside';

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

/**
 * Briefs that gave way to an example, the last first, while the tab is open. `swap` takes the last
 * one back and puts the shown one in its place, unless that is an example.
 */
export function useAside(): {
  readonly last: Draft | undefined;
  readonly swap: (shown: Draft) => void;
} {
  const [text, set] = useKept(asideKey);
  const [last, ...others] = draftsIn(text);
  const swap = (shown: Draft) => set(textOf(isOwn(shown) ? [shown, ...others] : others));
  return { last, swap };
}

/** Puts the brief of the tab aside, if somebody wrote it, before an example takes its place. */
export function putAside(): void {
  const draft = keptDraft();
  if (isOwn(draft))
    keep('session', asideKey, textOf([draft, ...draftsIn(kept('session', asideKey))]));
}

/** True for a brief that somebody wrote. */
function isOwn({ brief }: Draft): boolean {
  const text = brief.trim();
  return text !== '' && exampleBriefs.every((example) => example.brief !== text);
}

function draftsIn(text: string | null): readonly Draft[] {
  return text === null ? [] : (JSON.parse(text) as readonly Draft[]);
}

function textOf(drafts: readonly Draft[]): string | null {
  return drafts.length === 0 ? null : JSON.stringify(drafts);
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
