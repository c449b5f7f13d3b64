import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { FileTarget } from '../file-change.js';
import type { ReviewItem } from './review-items.js';

export type Rows = Virtualizer<HTMLDivElement, Element>;
export type Scroll = RefObject<HTMLDivElement | null>;

/**
 * The rows that are near what is in view, the heading of the topmost file, and the comments that are
 * being written: one that has the focus must not lose it.
 */
export function useRows(items: readonly ReviewItem[], scroll: Scroll): Rows {
  const boxes = useMemo(
    () => items.flatMap(({ type }, index) => (type === 'box' ? [index] : [])),
    [items],
  );
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => heights[items[index]?.type ?? 'pair'],
    overscan: 12,
    rangeExtractor: (range) => {
      const heading = headingAt(items, range.startIndex);
      const others = heading < 0 ? boxes : [heading, ...boxes];
      return [...new Set([...others, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
}

/** Goes to the target once, and returns how to go to another file. */
export function useGoing({
  items,
  rows,
  scroll,
  target,
  fold,
}: {
  readonly items: readonly ReviewItem[];
  readonly rows: Rows;
  readonly scroll: Scroll;
  readonly target: FileTarget | null;
  readonly fold: (path: string, isOpen: boolean) => void;
}): (path: string) => void {
  const headingOf = useCallback(
    (path: string) => items.findIndex(({ type, file }) => type === 'file' && file.path === path),
    [items],
  );
  const wanted = target === null ? -1 : headingOf(target.path);
  const wentTo = useRef<number | null>(null);
  useEffect(() => {
    if (target === null || wanted < 0 || wentTo.current === target.visit) return;
    wentTo.current = target.visit;
    rows.scrollToIndex(wanted, { align: 'start' });
    scroll.current?.scrollIntoView({ block: 'nearest' });
  }, [rows, scroll, target, wanted]);
  return useCallback(
    (path: string) => {
      fold(path, true);
      rows.scrollToIndex(headingOf(path), { align: 'start' });
    },
    [fold, rows, headingOf],
  );
}

/**
 * The topmost row that is seen: the heading of its file lies over the first ones, and is half hidden
 * itself when that of the next file takes its place.
 */
export function topRow(rows: Rows): number {
  const offset = rows.scrollOffset ?? 0;
  return rows.getVirtualItemForOffset(offset + heights.file / 2)?.index ?? 0;
}

/** The heading of the file that this row is of. */
export function headingAt(items: readonly ReviewItem[], index: number): number {
  let at = index;
  while (at >= 0 && items[at]?.type !== 'file') at--;
  return at;
}

const heights: Readonly<Record<ReviewItem['type'], number>> = {
  ...{ file: 48, loading: 60, note: 28, gap: 34, pair: 22, comment: 90, box: 170, more: 44 },
};
