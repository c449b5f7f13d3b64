import type { RunComment } from '#protocol/records/change-review.js';
import type { ShownFile } from '../shown-files.js';
import {
  type FilePatch,
  type Gap,
  gapRows,
  type LineRow,
  type RowPair,
  sideBySide,
} from './patch-rows.js';
import type { CommentDraft } from './use-drafts.js';
import type { LoadedPatch } from './use-patches.js';
import type { DiffLayout, LinePlace } from './viewed.js';

/** Lines of a gap shown at once: up to 200 at the open end of a file, up to 2,000 elsewhere. */
export const gapLines = { open: 200, most: 2000 } as const;

/** What a row of the review shows. */
export type ReviewItem = { readonly file: ShownFile; readonly key: string } & (
  | { readonly type: 'file'; readonly isOpen: boolean }
  | { readonly type: 'loading' }
  | { readonly type: 'note'; readonly text: string; readonly isError?: true }
  | { readonly type: 'gap'; readonly gap: Gap }
  | { readonly type: 'pair'; readonly pair: RowPair }
  | { readonly type: 'comment'; readonly comment: RunComment }
  | { readonly type: 'box'; readonly draft: CommentDraft }
  | { readonly type: 'more' }
);

export interface ReviewFacts {
  readonly files: readonly ShownFile[];
  readonly isOpen: (file: ShownFile, index: number) => boolean;
  readonly patchOf: (file: ShownFile) => LoadedPatch | undefined;
  /** Lines of unfolded gaps, by `gapKey`. */
  readonly unfolded: ReadonlyMap<string, readonly string[]>;
  readonly comments: readonly RunComment[];
  /** The comments that are being written. */
  readonly drafts: readonly CommentDraft[];
  readonly layout: DiffLayout;
}

export function gapKey(file: Pick<ShownFile, 'path' | 'content'>, { newFrom }: Gap): string {
  return `${file.path}\n${file.content ?? ''}\n${newFrom}`;
}

/**
 * The rows of a review from top to bottom: headings of files, and the lines of unfolded ones. A
 * comment that is being written stays where its line or its file is not there.
 */
export function reviewItems(facts: ReviewFacts): readonly ReviewItem[] {
  const shown = new Set(facts.files.map(({ path }) => path));
  const gone = facts.drafts.filter(({ path }) => !shown.has(path));
  return [
    ...gone.map((draft) => boxItem(noFile(draft.path), draft)),
    ...facts.files.flatMap((file, index) => {
      const isOpen = facts.isOpen(file, index);
      const heading: ReviewItem = { type: 'file', file, key: file.path, isOpen };
      return isOpen ? [heading, ...withBoxes(file, contentOf(file, facts), facts)] : [heading];
    }),
  ];
}

/** The rows of a file, behind the boxes that no row of them is. */
function withBoxes(
  file: ShownFile,
  rows: readonly ReviewItem[],
  { drafts }: ReviewFacts,
): readonly ReviewItem[] {
  const own = drafts.filter(({ path }) => path === file.path);
  if (own.length === 0) return rows;
  const placed = new Set(rows.flatMap((row) => (row.type === 'box' ? [row.draft] : [])));
  const others = own.filter((draft) => !placed.has(draft));
  return [...others.map((draft) => boxItem(file, draft)), ...rows];
}

function boxItem(file: ShownFile, draft: CommentDraft): ReviewItem {
  return { type: 'box', file, key: `${file.path}\nbox ${draft.number}`, draft };
}

/** A file that the change does not have, or no longer. */
function noFile(path: string): ShownFile {
  return { path, kind: null, added: null, removed: null, history: [] };
}

function contentOf(file: ShownFile, facts: ReviewFacts): readonly ReviewItem[] {
  const key = (part: string) => `${file.path}\n${part}`;
  const loaded = facts.patchOf(file);
  const error = loaded?.error ?? null;
  if (error !== null) {
    return [{ type: 'note', file, key: key('error'), text: error, isError: true }];
  }
  const patch = loaded?.patch ?? null;
  if (loaded === undefined || patch === null) return [{ type: 'loading', file, key: key('load') }];
  const notes = patch.notes.map((text): ReviewItem => ({
    type: 'note',
    file,
    key: key(text),
    text,
  }));
  const more: ReviewItem[] = loaded.isMore ? [{ type: 'more', file, key: key('more') }] : [];
  return [...linesOf(file, patch, loaded.isMore, facts), ...notes, ...more];
}

/** The rest of a gap after its shown lines; null: nothing. */
function restOf({ oldFrom, newFrom, lines }: Gap, shown: number): Gap | null {
  const left = lines === null ? null : lines - shown;
  if (shown === 0 || left === 0 || (left === null && shown < gapLines.open)) return null;
  return { oldFrom: oldFrom + shown, newFrom: newFrom + shown, lines: left };
}

function linesOf(
  file: ShownFile,
  { hunks, after }: FilePatch,
  isMore: boolean,
  facts: ReviewFacts,
): readonly ReviewItem[] {
  const gapItems = (gap: Gap | null): readonly ReviewItem[] => {
    if (gap === null) return [];
    const lines = facts.unfolded.get(gapKey(file, gap));
    if (lines !== undefined) {
      return [
        ...pairItems(file, gapRows(gap, lines), facts),
        ...gapItems(restOf(gap, lines.length)),
      ];
    }
    return [{ type: 'gap', file, gap, key: `${file.path}\ngap ${gap.newFrom}` }];
  };
  return [
    ...hunks.flatMap(({ before, rows }) => [...gapItems(before), ...pairItems(file, rows, facts)]),
    ...(isMore ? [] : gapItems(after)),
  ];
}

function pairItems(
  file: ShownFile,
  rows: readonly LineRow[],
  facts: ReviewFacts,
): readonly ReviewItem[] {
  const pairs: readonly RowPair[] =
    facts.layout === 'split'
      ? sideBySide(rows)
      : rows.map((row) =>
          row.kind === 'removed' ? { left: row, right: null } : { left: null, right: row },
        );
  const own = facts.comments.filter(({ path }) => path === file.path);
  const drafts = facts.drafts.filter(({ path }) => path === file.path);
  return pairs.flatMap((pair): readonly ReviewItem[] => {
    const { left, right } = pair;
    const key = `${file.path}\n${left?.old ?? ''} ${right?.new ?? ''}`;
    const line: ReviewItem = { type: 'pair', file, key, pair };
    if (own.length + drafts.length === 0) return [line];
    const isHere = (place: Omit<LinePlace, 'path'>) =>
      place.side === 'old'
        ? (left ?? right)?.old === place.line
        : (right ?? null)?.new === place.line;
    return [
      line,
      ...own
        .filter(isHere)
        .map((comment): ReviewItem => ({ type: 'comment', file, key: comment.id, comment })),
      ...drafts.filter(isHere).map((draft) => boxItem(file, draft)),
    ];
  });
}
