import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { plural } from '../../app/format.js';
import type { FileTarget } from '../file-change.js';
import type { RunView } from '../run-view.js';
import type { ShownFile } from '../shown-files.js';
import { FileTree } from './file-tree.js';
import { focusLine, moveAmongLines } from './move-among-lines.js';
import { ReviewBar } from './review-bar.js';
import type { ReviewItem } from './review-items.js';
import { ReviewRow } from './review-row.js';
import { useReview } from './use-review.js';
import { useStillLines } from './use-still-lines.js';
import { useReviewKeys } from './use-review-keys.js';
import { type DiffLayout, keepLayout, keptLayout } from './viewed.js';
import './review.css';

interface ReviewProps {
  readonly run: RunView;
  readonly files: readonly ShownFile[];
  /** Only what was changed after this version; absent: all. */
  readonly since: string | undefined;
  /** A file to go to. */
  readonly target: FileTarget | null;
}

/** The whole change of a run, line by line, with comments. */
export function Review({ run, files, since, target }: ReviewProps) {
  const scroll = useRef<HTMLDivElement>(null);
  useStillLines(scroll);
  const [layout, setLayout] = useState<DiffLayout>(keptLayout);
  const { items, box, actions } = useReview({ run, files, since, target, layout });
  const { viewed, comments, fold, close } = actions;
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => heights[items[index]?.type ?? 'pair'],
    overscan: 12,
    rangeExtractor: (range) => {
      const heading = headingAt(items, range.startIndex);
      const indexes = defaultRangeExtractor(range);
      return heading < 0 || indexes.includes(heading) ? indexes : [heading, ...indexes];
    },
  });
  const shownHeading = headingAt(items, rows.range?.startIndex ?? 0);
  const headingOf = (path: string) =>
    items.findIndex(({ type, file }) => type === 'file' && file.path === path);
  const goTo = (path: string) => {
    fold(path, true);
    rows.scrollToIndex(headingOf(path), { align: 'start' });
  };
  const wanted = target === null ? -1 : headingOf(target.path);
  const wentTo = useRef<number | null>(null);
  useEffect(() => {
    if (target === null || wanted < 0 || wentTo.current === target.visit) return;
    wentTo.current = target.visit;
    rows.scrollToIndex(wanted, { align: 'start' });
    scroll.current?.scrollIntoView({ block: 'nearest' });
  }, [rows, target, wanted]);
  const choose = (chosen: DiffLayout) => {
    keepLayout(chosen);
    setLayout(chosen);
  };
  const closeBox = () => {
    close();
    if (scroll.current !== null && box !== null) focusLine(scroll.current, box);
  };
  useReviewKeys({
    ...{ files, items, rows, scroll, actions },
    onLayout: () => choose(layout === 'split' ? 'unified' : 'split'),
  });
  const seen = files.filter(viewed.isViewed).length;
  return (
    <div className="stack">
      <ReviewBar run={run} comments={comments} layout={layout} onLayout={choose} onGo={goTo} />
      <div className="review">
        <div className="stack tight">
          <p className="small muted">
            {seen} of {plural(files.length, 'file')} viewed
          </p>
          <FileTree files={files} viewed={viewed} onGo={({ path }) => goTo(path)} />
        </div>
        <div>
          <div
            ref={scroll}
            className="review-lines"
            role="region"
            aria-label="Lines of the change"
            aria-describedby="review-keys"
            tabIndex={0}
            onKeyDown={moveAmongLines}
          >
            <div className="review-space" style={{ height: rows.getTotalSize() }}>
              {rows.getVirtualItems().map(({ index, start }) => {
                const item = items[index];
                if (item === undefined) return null;
                return (
                  <div
                    key={item.key}
                    ref={rows.measureElement}
                    data-index={index}
                    data-path={item.file.path}
                    className={`review-row ${index === shownHeading ? 'stays' : ''}`}
                    tabIndex={-1}
                    style={index === shownHeading ? {} : { transform: `translateY(${start}px)` }}
                  >
                    <ReviewRow
                      run={run}
                      item={item}
                      layout={layout}
                      box={box}
                      actions={{ ...actions, close: closeBox }}
                    />
                  </div>
                );
              })}
            </div>
          </div>
          <p id="review-keys" className="small muted">
            The number of a line begins a comment on it
            <span className="by-key">
              , by a click or by Enter: Enter goes to the lines, arrow keys move there. With Shift,
              another line makes a range
            </span>
            .
          </p>
        </div>
      </div>
    </div>
  );
}

/** The heading of the file that this row is of. */
function headingAt(items: readonly ReviewItem[], index: number): number {
  let at = index;
  while (at >= 0 && items[at]?.type !== 'file') at--;
  return at;
}

const heights: Readonly<Record<ReviewItem['type'], number>> = {
  ...{ file: 48, loading: 60, note: 28, gap: 34, pair: 22, comment: 90, box: 170, more: 44 },
};
