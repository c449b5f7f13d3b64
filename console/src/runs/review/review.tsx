import { type ReactNode, useRef } from 'react';
import { plural } from '../../app/format.js';
import type { FileTarget } from '../file-change.js';
import type { RunView } from '../run-view.js';
import type { ShownFile } from '../shown-files.js';
import { FileTree } from './file-tree.js';
import { focusLine, moveAmongLines } from './move-among-lines.js';
import { ReviewBar } from './review-bar.js';
import type { ReviewItem } from './review-items.js';
import { ReviewRow } from './review-row.js';
import type { CommentDraft } from './use-drafts.js';
import { useLayout } from './use-layout.js';
import { useReview } from './use-review.js';
import { headingAt, type Rows, type Scroll, topRow, useGoing, useRows } from './use-rows.js';
import { useStillLines } from './use-still-lines.js';
import { useReviewKeys } from './use-review-keys.js';
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
  const lines = useLayout(scroll);
  const { layout } = lines;
  const { items, actions } = useReview({ run, files, since, target, layout });
  const { viewed, comments, drafts } = actions;
  const rows = useRows(items, scroll);
  const goTo = useGoing({ items, rows, scroll, target, fold: actions.fold });
  const leave = (draft: CommentDraft) => {
    if (scroll.current !== null) focusLine(scroll.current, draft);
  };
  const drop = (draft: CommentDraft) => {
    drafts.drop(draft);
    leave(draft);
  };
  useReviewKeys({ files, items, rows, scroll, actions, lines });
  const seen = files.filter(viewed.isViewed).length;
  const row = (item: ReviewItem) => (
    <ReviewRow {...{ run, item, layout, actions }} onLeave={leave} onClose={drop} />
  );
  return (
    <div className="stack">
      <ReviewBar run={run} comments={comments} lines={lines} onGo={goTo} />
      <div className="review">
        <div className="stack tight">
          <p className="small muted">
            {seen} of {plural(files.length, 'file')} viewed
          </p>
          <FileTree
            files={files}
            viewed={viewed}
            shown={items[topRow(rows)]?.file.path ?? null}
            onGo={goTo}
          />
        </div>
        <div>
          <p id="review-keys" className="small muted">
            The number of a line begins a comment on it
            <span className="by-key">
              , by a click or by Enter: Enter goes to the lines, arrow keys move there. With Shift,
              another line makes a range
            </span>
            .
          </p>
          <Lines items={items} rows={rows} scroll={scroll} row={row} />
        </div>
      </div>
    </div>
  );
}

/** The rendered lines, and the heading of the topmost file. */
function Lines({
  items,
  rows,
  scroll,
  row,
}: {
  readonly items: readonly ReviewItem[];
  readonly rows: Rows;
  readonly scroll: Scroll;
  readonly row: (item: ReviewItem) => ReactNode;
}) {
  const shownHeading = headingAt(items, topRow(rows));
  return (
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
              {row(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
