import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { Check } from '../../ui/fields.js';
import { Totals } from '../diff-view.js';
import type { ShownFile } from '../shown-files.js';
import { treeRows } from './tree-rows.js';
import type { ViewedFiles } from './viewed.js';

/** The files of a change by folder, with marks for those that were viewed. */
export function FileTree({
  files,
  viewed,
  shown: shownPath,
  onGo,
}: {
  readonly files: readonly ShownFile[];
  readonly viewed: ViewedFiles;
  /** Path of the file whose lines are in view; null: none. */
  readonly shown: string | null;
  readonly onGo: (file: ShownFile) => void;
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
          const { name, depth, file } = row;
          const place = {
            height: size,
            transform: `translateY(${start}px)`,
            paddingLeft: 8 + depth * 14,
          };
          return (
            <li key={row.path} style={place} className={file === null ? 'folder' : ''}>
              {file === null ? (
                <span className="muted small ellipsis">{name}/</span>
              ) : (
                <>
                  <Button
                    look="quiet"
                    aria-label={`Go to ${file.path}`}
                    aria-current={file.path === shownPath}
                    onPress={() => onGo(file)}
                  >
                    <code className="ellipsis">{name}</code>
                  </Button>
                  <Totals added={file.added} removed={file.removed} />
                  <Check
                    isOn={viewed.isViewed(file)}
                    onChange={(isOn) => viewed.setViewed(file, isOn)}
                  >
                    <span className="sr-only">Viewed {file.path}</span>
                  </Check>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
