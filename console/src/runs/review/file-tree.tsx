import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef } from 'react';
import { Check } from '../../ui/fields.js';
import { Totals } from '../diff-view.js';
import type { ShownFile } from '../shown-files.js';
import { type TreeRow, treeRows } from './tree-rows.js';
import type { ViewedFiles } from './viewed.js';

/** The files of a change by folder, with marks for those that were viewed. */
export const FileTree = memo(function FileTree({
  files,
  viewed,
  shown: shownPath,
  onGo,
}: {
  readonly files: readonly ShownFile[];
  readonly viewed: ViewedFiles;
  /** Path of the file whose lines are in view; null: none. */
  readonly shown: string | null;
  readonly onGo: (path: string) => void;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(files), [files]);
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 34,
    overscan: 12,
  });
  return (
    <div className="file-tree" ref={scroll} role="region" aria-label="Changed files" tabIndex={0}>
      <ul style={{ height: shown.getTotalSize() }}>
        {shown.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { file } = row;
          return (
            <Row
              key={row.path}
              {...{ row, start, size, onGo }}
              isShown={file !== null && file.path === shownPath}
              isViewed={file !== null && viewed.isViewed(file)}
              setViewed={viewed.setViewed}
            />
          );
        })}
      </ul>
    </div>
  );
});

/** Rendered again only if it changes: a large change scrolls through thousands. */
const Row = memo(function Row({
  row: { name, depth, file },
  start,
  size,
  isShown,
  isViewed,
  setViewed,
  onGo,
}: {
  readonly row: TreeRow;
  readonly start: number;
  readonly size: number;
  readonly isShown: boolean;
  readonly isViewed: boolean;
  readonly setViewed: ViewedFiles['setViewed'];
  readonly onGo: (path: string) => void;
}) {
  const place = {
    height: size,
    transform: `translateY(${start}px)`,
    paddingLeft: 8 + depth * 14,
  };
  if (file === null) {
    return (
      <li style={place} className="folder">
        <span className="muted small ellipsis">{name}/</span>
      </li>
    );
  }
  return (
    <li style={place}>
      <button
        type="button"
        className="button quiet"
        aria-label={`Go to ${file.path}`}
        aria-current={isShown}
        onClick={() => onGo(file.path)}
      >
        <code className="ellipsis">{name}</code>
      </button>
      <Totals added={file.added} removed={file.removed} />
      <Check isOn={isViewed} onChange={(isOn) => setViewed(file, isOn)}>
        <span className="sr-only">Viewed {file.path}</span>
      </Check>
    </li>
  );
});
