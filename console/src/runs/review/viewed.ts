import { useCallback, useMemo, useState } from 'react';
import type { ChangeSide } from '#protocol/records/enums.js';
import { keep, kept } from '../../app/storage.js';

/** Runs whose marks are kept. */
const mostRuns = 50;
const keyOfMarks = 'office-viewed';

type Marks = Readonly<Record<string, string>>;

/** A file as far as a mark depends on it. */
interface Viewable {
  readonly path: string;
  readonly kind: string | null;
  readonly content?: string | undefined;
}

function marksByRun(): Readonly<Record<string, Marks>> {
  try {
    return (JSON.parse(kept('local', keyOfMarks) ?? '{}') ?? {}) as Record<string, Marks>;
  } catch {
    return {};
  }
}

function stateOf({ kind, content }: Viewable): string {
  return `${kind ?? ''} ${content ?? ''}`;
}

export interface ViewedFiles {
  /** True if the file was viewed as it is now. */
  readonly isViewed: (file: Viewable) => boolean;
  readonly setViewed: (file: Viewable, isViewed: boolean) => void;
}

/** The files of a run's change that were viewed in this browser. */
export function useViewed(runId: string): ViewedFiles {
  const [marks, setMarks] = useState<Marks>(() => marksByRun()[runId] ?? {});
  const isViewed = useCallback((file: Viewable) => marks[file.path] === stateOf(file), [marks]);
  const setViewed = useCallback(
    (file: Viewable, isOn: boolean) => {
      const { [file.path]: _old, ...others } = marksByRun()[runId] ?? {};
      const own = isOn ? { ...others, [file.path]: stateOf(file) } : others;
      const { [runId]: _own, ...runs } = marksByRun();
      const latest = Object.entries(runs).slice(1 - mostRuns);
      keep('local', keyOfMarks, JSON.stringify({ ...Object.fromEntries(latest), [runId]: own }));
      setMarks(own);
    },
    [runId],
  );
  return useMemo(() => ({ isViewed, setViewed }), [isViewed, setViewed]);
}

/** The version of a run's change at the last look before this one; null: there was none. */
export function lastLook(runId: string): string | null {
  return kept('local', `office-look-${runId}`);
}

export function keepLook(runId: string, version: string): void {
  keep('local', `office-look-${runId}`, version);
}

const keyOfLayout = 'office-diff';

export type DiffLayout = 'unified' | 'split';

export function keptLayout(): DiffLayout {
  return kept('local', keyOfLayout) === 'split' ? 'split' : 'unified';
}

export function keepLayout(layout: DiffLayout): void {
  keep('local', keyOfLayout, layout);
}

/** A place in a file of the change. */
export interface LinePlace {
  readonly path: string;
  readonly side: ChangeSide;
  readonly line: number;
}
