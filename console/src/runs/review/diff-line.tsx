import { memo } from 'react';
import type { ShownFile } from '../shown-files.js';
import { lineLabel } from './line-label.js';
import { linePieces } from './line-pieces.js';
import { type LineRow, placeOf, type RowPair } from './patch-rows.js';
import type { LoadedPatch } from './use-patches.js';
import type { DiffLayout, LinePlace } from './viewed.js';

const signs = { added: '+', removed: '−', context: ' ' } as const;

interface LineProps {
  readonly file: ShownFile;
  readonly loaded: LoadedPatch | undefined;
  /** Begins a comment, or extends the begun one to this line. */
  readonly onComment: (place: LinePlace, extendsIt: boolean) => void;
}

/** One row of a diff: a line, or two beside each other. */
export const DiffLine = memo(function DiffLine({
  pair: { left, right },
  layout,
  ...rest
}: LineProps & { readonly pair: RowPair; readonly layout: DiffLayout }) {
  if (layout === 'unified') {
    const row = right ?? left;
    return row === null ? null : (
      <div className={`diff-line ${row.kind}`}>
        <Numbers row={row} {...rest} />
        <Code row={row} {...rest} />
      </div>
    );
  }
  return (
    <div className="diff-pair">
      <Side row={left} side="old" {...rest} />
      <Side row={right} side="new" {...rest} />
    </div>
  );
});

function Side({
  row,
  side,
  ...rest
}: LineProps & { readonly row: LineRow | null; readonly side: 'old' | 'new' }) {
  if (row === null) return <div className="diff-line empty-side" />;
  return (
    <div className={`diff-line ${row.kind}`}>
      {side === 'old' && row.kind === 'context' ? (
        <span className="line-no plain">{row.old}</span>
      ) : (
        <LineNumber row={row} {...rest} />
      )}
      <Code row={row} {...rest} />
    </div>
  );
}

function Numbers({ row, ...rest }: LineProps & { readonly row: LineRow }) {
  return (
    <>
      {row.kind === 'removed' ? (
        <LineNumber row={row} {...rest} />
      ) : (
        <span className="line-no plain">{row.old}</span>
      )}
      {row.new === null ? <span className="line-no plain" /> : <LineNumber row={row} {...rest} />}
    </>
  );
}

/** The number of a line, which begins a comment on it. Arrow keys reach it, see `Review`. */
function LineNumber({ row, file, onComment }: LineProps & { readonly row: LineRow }) {
  const { side, line } = placeOf(row);
  return (
    <button
      type="button"
      className="line-no"
      tabIndex={-1}
      aria-label={lineLabel({ path: file.path, side, line })}
      onClick={(event) => onComment({ path: file.path, side, line }, event.shiftKey)}
    >
      {line}
    </button>
  );
}

function Code({ row, loaded }: LineProps & { readonly row: LineRow }) {
  const tokens = loaded?.tokens.get(row) ?? [{ text: row.text, look: '' }];
  const marks = loaded?.marks.get(row) ?? [];
  return (
    <code className="diff-code">
      <span className="sign">{signs[row.kind]}</span>
      {linePieces(tokens, marks).map(({ text, look, isMarked }, index) =>
        isMarked ? (
          <mark key={index} className={look}>
            {text}
          </mark>
        ) : (
          <span key={index} className={look}>
            {text}
          </span>
        ),
      )}
    </code>
  );
}
