import { useCallback, useMemo, useState } from 'react';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import type { FileTarget } from '../file-change.js';
import type { RunView } from '../run-view.js';
import type { ShownFile } from '../shown-files.js';
import type { Gap } from './patch-rows.js';
import { gapKey, gapLines, type ReviewItem, reviewItems } from './review-items.js';
import { type Comments, useComments } from './use-comments.js';
import { type Drafts, useDrafts } from './use-drafts.js';
import { type Patches, usePatches } from './use-patches.js';
import { type DiffLayout, type LinePlace, useViewed, type ViewedFiles } from './viewed.js';

/** Number of files that are unfolded at first. */
const unfoldedFiles = 8;

export interface ReviewActions {
  readonly patches: Patches;
  readonly comments: Comments;
  readonly viewed: ViewedFiles;
  readonly fold: (path: string, isUnfolded: boolean) => void;
  readonly unfold: (file: ShownFile, gap: Gap) => void;
  readonly onComment: (place: LinePlace, extendsIt: boolean) => void;
  readonly drafts: Drafts;
}

interface Reviewed {
  readonly items: readonly ReviewItem[];
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
  const { folds, fold } = useFolds(target);
  const [unfolded, setUnfolded] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const viewed = useViewed(run.id);
  const patches = usePatches(run.id, since);
  const comments = useComments(run);
  const drafts = useDrafts(run.id);
  const { isViewed } = viewed;
  const isOpen = useCallback(
    (file: ShownFile, index: number) =>
      folds.get(file.path) ??
      (drafts.all.some(({ path }) => path === file.path) ||
        (index < unfoldedFiles && !isViewed(file))),
    [folds, isViewed, drafts.all],
  );
  const patchOf = patches.of;
  const all = comments.all;
  const items = useMemo(
    () =>
      reviewItems({ files, isOpen, patchOf, unfolded, comments: all, drafts: drafts.all, layout }),
    [files, isOpen, patchOf, unfolded, all, drafts.all, layout],
  );
  const unfold = (file: ShownFile, gap: Gap) =>
    void act(async () => {
      const { newFrom, lines } = gap;
      const to = newFrom + Math.min(lines ?? gapLines.open, gapLines.most) - 1;
      const asked = { path: file.path, side: 'new', from: newFrom, to, since } as const;
      const answer = await office.http.changedLines(run.id, asked);
      setUnfolded((before) => new Map(before).set(gapKey(file, gap), answer.lines));
    });
  const { begin, extend } = drafts;
  const onComment = useCallback(
    (place: LinePlace, extendsIt: boolean) => (extendsIt ? extend(place) : begin(place)),
    [begin, extend],
  );
  return { items, actions: { patches, comments, viewed, fold, unfold, onComment, drafts } };
}

/** The files that were folded or unfolded; a visit of a file unfolds it. */
function useFolds(target: FileTarget | null): {
  readonly folds: ReadonlyMap<string, boolean>;
  readonly fold: ReviewActions['fold'];
} {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [visited, setVisited] = useState<number | null>(null);
  const fold = useCallback(
    (path: string, isUnfolded: boolean) =>
      setFolds((before) => new Map(before).set(path, isUnfolded)),
    [],
  );
  if (target !== null && target.visit !== visited) {
    setVisited(target.visit);
    fold(target.path, true);
  }
  return { folds, fold };
}
