import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type RefObject } from 'react';
import { nextFrame } from '../../app/next-frame.js';
import { useOffers } from '../../app/offers.js';
import type { ShownFile } from '../shown-files.js';
import { focusLines } from './move-among-lines.js';
import type { ReviewItem } from './review-items.js';
import { commentStops, fileStops, nextStop, type Stop } from './review-steps.js';
import type { Layout } from './use-layout.js';
import type { ReviewActions } from './use-review.js';
import { topRow } from './use-rows.js';

interface Shown {
  readonly files: readonly ShownFile[];
  readonly items: readonly ReviewItem[];
  readonly rows: Virtualizer<HTMLDivElement, Element>;
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly actions: ReviewActions;
  readonly lines: Layout;
}

/** Most frames until a row that was scrolled to is in the page. */
const mostFrames = 60;

/** Steps through files and comments by keys, and acts on the file at hand. */
export function useReviewKeys({ files, items, rows, scroll, actions, lines }: Shown): void {
  const { comments, viewed, fold } = actions;
  const [sought, seek] = useState<Stop | null>(null);
  const at = items.findIndex(({ key }) => key === sought?.key);
  const heading = fileStops(items).find(({ path }) => path === sought?.path)?.at ?? -1;
  useEffect(() => {
    if (sought === null) return;
    // Comments exist once the lines of their file are loaded, which begins when the file is in
    // view.
    const isHeading = at < 0 || at === heading;
    rows.scrollToIndex(isHeading ? heading : at, { align: isHeading ? 'start' : 'center' });
    if (at < 0) return;
    scroll.current?.scrollIntoView({ block: 'nearest' });
    return onceThere(scroll.current, at, (row) => {
      row.focus({ preventScroll: true });
      seek(null);
    });
  }, [rows, scroll, sought, at, heading]);
  const here = () => rowOf(document.activeElement, scroll.current) ?? passedRow(rows);
  /** What folds may take the focus with it; its heading has it then. */
  const foldNow = (file: ShownFile, isOpened: boolean) => {
    const hadFocus = rowOf(document.activeElement, scroll.current) !== null;
    const stop = fileStops(items).find(({ path }) => path === file.path);
    fold(file.path, isOpened);
    if (hadFocus && !isOpened && stop !== undefined) seek(stop);
  };
  const step = (stops: readonly Stop[], by: 1 | -1) => {
    const stop = nextStop(stops, here(), by);
    if (stop === undefined) return;
    fold(stop.path, true);
    seek(stop);
  };
  const fileAtHand = () => items[here()]?.file ?? files[0];
  const onFile = (act: (file: ShownFile) => void) => () => {
    const file = fileAtHand();
    if (file !== undefined) act(file);
  };
  const commentStep = (by: 1 | -1) =>
    comments.all.length === 0
      ? 'nobody has commented'
      : () => step(commentStops(items, comments.all), by);
  const isNoneKept = comments.all.every(({ sent }) => sent !== undefined);
  useOffers({
    'file-next': () => step(fileStops(items), 1),
    'file-previous': () => step(fileStops(items), -1),
    'comment-next': commentStep(1),
    'comment-previous': commentStep(-1),
    lines: () => {
      if (scroll.current === null) return;
      scroll.current.scrollIntoView({ block: 'nearest' });
      focusLines(scroll.current);
    },
    'file-viewed': onFile((file) => {
      const isOn = !viewed.isViewed(file);
      viewed.setViewed(file, isOn);
      foldNow(file, !isOn);
    }),
    'file-fold': onFile((file) => foldNow(file, !isUnfolded(items, file))),
    layout: lines.change,
    'comments-send': isNoneKept ? 'no comment is kept to send' : comments.send,
  });
}

function isUnfolded(items: readonly ReviewItem[], { path }: ShownFile): boolean {
  return items.some((item) => item.type === 'file' && item.file.path === path && item.isOpen);
}

/** The row that has the focus or holds it. */
function rowOf(focused: Element | null, region: Element | null): number | null {
  const row = focused?.closest<HTMLElement>('.review-row');
  const index = row?.dataset['index'];
  return index === undefined || !region?.contains(row ?? null) ? null : Number(index);
}

/** The topmost row in view; -1 at the top, where no stop counts as passed. */
function passedRow(rows: Virtualizer<HTMLDivElement, Element>): number {
  return (rows.scrollOffset ?? 0) <= 0 ? -1 : topRow(rows);
}

/** Acts on a row as soon as the page has it. Returns a function that stops waiting. */
function onceThere(
  region: HTMLElement | null,
  index: number,
  act: (row: HTMLElement) => void,
): () => void {
  let left = mostFrames;
  let stop = (): void => undefined;
  const look = () => {
    const row = region?.querySelector<HTMLElement>(`.review-row[data-index="${index}"]`);
    if (row) act(row);
    else if (left-- > 0) stop = nextFrame(look);
  };
  look();
  return () => stop();
}
