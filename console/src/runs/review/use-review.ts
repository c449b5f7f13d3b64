import { useCallback, useMemo, useState } from 'react';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import type { FileTarget } from '../file-change.js';
import type { RunView } from '../run-view.js';
import type { ShownFile } from '../shown-files.js';
import type { Gap } from './patch-rows.js';
import { gapKey, gapLines, type ReviewItem, reviewItems } from './review-items.js';
import { type Comments, useComments } from './use-comments.js';
import { type Patches, usePatches } from './use-patches.js';
import { type DiffLayout, type LinePlace, useViewed, type ViewedFiles } from './viewed.js';

/** Number of files that are unfolded at first. */
const unfoldedFiles = 8;

/** Where a comment is being written; with an id it changes a kept one. */
export type CommentPlace = LinePlace & { readonly fromLine?: number; readonly id?: string };

export interface ReviewActions {
  readonly patches: Patches;
  readonly comments: Comments;
  readonly viewed: ViewedFiles;
  readonly fold: (path: string, isUnfolded: boolean) => void;
  readonly unfold: (file: ShownFile, gap: Gap) => void;
  readonly onComment: (place: LinePlace, extendsIt: boolean) => void;
  readonly setBox: (place: CommentPlace | null) => void;
  readonly close: () => void;
}

interface Reviewed {
  readonly items: readonly ReviewItem[];
  readonly box: CommentPlace | null;
  readonly actions: ReviewActions;
}

/** What a review shows, and what can be done in it. */
export function useReview({
  run,
  files,
  since,
  target,
  layout,
}: {
  readonly run: RunView;
  readonly files: readonly ShownFile[];
  readonly since: string | undefined;
  readonly target: FileTarget | null;
  readonly layout: DiffLayout;
}): Reviewed {
  const office = useOffice();
  const { act } = useAction();
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [unfolded, setUnfolded] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const [box, setBox] = useState<CommentPlace | null>(null);
  const [visited, setVisited] = useState<number | null>(null);
  const viewed = useViewed(run.id);
  const patches = usePatches(run.id, since);
  const comments = useComments(run);
  const { isViewed } = viewed;
  const fold = (path: string, isUnfolded: boolean) =>
    setFolds((before) => new Map(before).set(path, isUnfolded));
  if (target !== null && target.visit !== visited) {
    setVisited(target.visit);
    fold(target.path, true);
  }
  const isOpen = useCallback(
    (file: ShownFile, index: number) =>
      folds.get(file.path) ?? (index < unfoldedFiles && !isViewed(file)),
    [folds, isViewed],
  );
  const patchOf = patches.of;
  const all = comments.all;
  const items = useMemo(
    () => reviewItems({ files, isOpen, patchOf, unfolded, comments: all, box, layout }),
    [files, isOpen, patchOf, unfolded, all, box, layout],
  );
  const unfold = (file: ShownFile, gap: Gap) =>
    void act(async () => {
      const { newFrom, lines } = gap;
      const to = newFrom + Math.min(lines ?? gapLines.open, gapLines.most) - 1;
      const asked = { path: file.path, side: 'new', from: newFrom, to, since } as const;
      const answer = await office.http.changedLines(run.id, asked);
      setUnfolded((before) => new Map(before).set(gapKey(file, gap), answer.lines));
    });
  const onComment = useCallback(
    (place: LinePlace, extendsIt: boolean) =>
      setBox((before) => (extendsIt ? extended(before, place) : place)),
    [],
  );
  const close = () => setBox(null);
  return {
    items,
    box,
    actions: { patches, comments, viewed, fold, unfold, onComment, setBox, close },
  };
}

/** The place with another line as its other end; another side or file begins anew. */
function extended(before: CommentPlace | null, place: LinePlace): CommentPlace {
  if (before?.path !== place.path || before.side !== place.side) return place;
  const { fromLine = before.line } = before;
  return {
    ...before,
    fromLine: Math.min(fromLine, place.line),
    line: Math.max(before.line, place.line),
  };
}
