import { useCallback, useEffect, useMemo, useState } from 'react';
import { keep, kept } from '../../app/storage.js';
import { useKept } from '../../app/use-kept-text.js';
import type { LinePlace } from './viewed.js';

/** Where a comment is written; with an id it changes a kept one. */
export type CommentPlace = LinePlace & { readonly fromLine?: number; readonly id?: string };

/** A comment that is being written. It keeps its number when its lines change. */
export type CommentDraft = CommentPlace & { readonly number: number };

export interface Drafts {
  readonly all: readonly CommentDraft[];
  /** The number of the one that gets the focus; null: it has it. */
  readonly begun: number | null;
  readonly onBegun: () => void;
  readonly begin: (place: CommentPlace) => void;
  /** Makes the last one of this side of the file reach here; without one, begins one. */
  readonly extend: (place: LinePlace) => void;
  readonly drop: (draft: CommentDraft) => void;
}

/** Where what is typed of a comment is kept. */
export function draftKey(runId: string, number: number, part: 'text' | 'from'): string {
  return `office-comment-${runId}-${number}-${part}`;
}

/** The comments on a run that are being written, kept while the tab is open. */
export function useDrafts(runId: string): Drafts {
  const key = `office-comments-${runId}`;
  const [text, setText] = useKept(key);
  const [begun, setBegun] = useState<number | null>(null);
  const all = useMemo(() => draftsIn(text), [text]);
  const put = useCallback(
    (next: readonly CommentDraft[]) => {
      const left = next.map(({ number }) => number);
      for (const { number } of draftsIn(kept('session', key))) {
        if (!left.includes(number)) forget(runId, number);
      }
      setText(next.length === 0 ? null : JSON.stringify(next));
    },
    [runId, key, setText],
  );
  const written = useCallback(
    () => draftsIn(kept('session', key)).filter(({ number }) => isWritten(runId, number)),
    [runId, key],
  );
  // One in which nothing was written is left with the page.
  useEffect(() => put(written()), [put, written]);
  const begin = useCallback(
    (place: CommentPlace) => {
      const now = draftsIn(kept('session', key));
      const same = now.find((each) => isSame(each, place));
      const number = same?.number ?? 1 + Math.max(0, ...now.map((each) => each.number));
      if (same === undefined) put([...written(), { ...place, number }]);
      setBegun(number);
    },
    [key, put, written],
  );
  const extend = useCallback(
    (place: LinePlace) => {
      const now = draftsIn(kept('session', key));
      const last = now.findLast(({ path, side }) => path === place.path && side === place.side);
      if (last === undefined) return begin(place);
      keep('session', draftKey(runId, last.number, 'from'), null);
      put(now.map((each) => (each === last ? extended(last, place) : each)));
      setBegun(last.number);
    },
    [runId, key, begin, put],
  );
  const drop = useCallback(
    (draft: CommentDraft) =>
      put(draftsIn(kept('session', key)).filter(({ number }) => number !== draft.number)),
    [key, put],
  );
  const onBegun = useCallback(() => setBegun(null), []);
  return { all, begun, onBegun, begin, extend, drop };
}

function isWritten(runId: string, number: number): boolean {
  return (kept('session', draftKey(runId, number, 'text')) ?? '').trim() !== '';
}

function forget(runId: string, number: number): void {
  keep('session', draftKey(runId, number, 'text'), null);
  keep('session', draftKey(runId, number, 'from'), null);
}

function draftsIn(text: string | null): readonly CommentDraft[] {
  return text === null ? [] : (JSON.parse(text) as readonly CommentDraft[]);
}

function isSame(draft: CommentDraft, place: CommentPlace): boolean {
  const { path, side, line, id } = draft;
  return path === place.path && side === place.side && line === place.line && id === place.id;
}

/** The draft with another line as its other end. */
function extended(draft: CommentDraft, { line }: LinePlace): CommentDraft {
  const { fromLine = draft.line } = draft;
  return { ...draft, fromLine: Math.min(fromLine, line), line: Math.max(draft.line, line) };
}
