import { memo } from 'react';
import type { TurnDiff } from '#protocol/records/file-changes.js';
import './change.css';
import { changedLines, lookOf } from './diff-lines.js';

/** Changed files, each with its patch line by line. */
export function DiffView({ diff: { files, truncated } }: { readonly diff: TurnDiff }) {
  return (
    <div className="stack tight">
      {files.map(({ path, added, removed, patch }, index) => (
        <details key={`${path}-${index}`} className="tool" open={files.length <= 3}>
          <summary>
            <code className="grow">{path}</code>
            <Totals added={added} removed={removed} />
          </summary>
          <div>
            <Patch path={path} patch={patch} />
          </div>
        </details>
      ))}
      {truncated && (
        <p className="small muted">
          The record of a turn keeps 20,000 characters of patches, whole files of them; the change
          of the run is whole.
        </p>
      )}
    </div>
  );
}

/** Numbers of added and removed lines. */
export function Totals({
  added,
  removed,
}: {
  /** Null for a binary file. */
  readonly added: number | null;
  readonly removed: number | null;
}) {
  if (added === null || removed === null) return <span className="small muted">not text</span>;
  return (
    <span className="num small">
      +{added} −{removed}
    </span>
  );
}

export const Patch = memo(function Patch({
  path,
  patch,
}: {
  readonly path: string;
  readonly patch: string;
}) {
  if (patch === '') return <p className="muted small">Too long for the record of the turn.</p>;
  return (
    <pre className="diff" tabIndex={0} aria-label={`Change of ${path}`}>
      {changedLines(patch).map((line, number) => (
        <span key={number} className={lookOf(line)}>
          {line === '' ? ' ' : line}
        </span>
      ))}
    </pre>
  );
});
