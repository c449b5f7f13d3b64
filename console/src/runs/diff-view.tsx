import type { TurnDiff, TurnRecord } from '../../../src/protocol/records/work.js';
import { plural } from '../app/format.js';

/** What a turn changed in files; null where it changed nothing, or it could not be told. */
export function diffOf({ diff }: TurnRecord): TurnDiff | null {
  return diff === undefined || diff.files.length === 0 ? null : diff;
}

/** Changed files, each with its patch line by line. */
export function DiffView({ diff: { files, truncated } }: { readonly diff: TurnDiff }) {
  return (
    <div className="stack tight">
      {files.map(({ path, added, removed, patch }, index) => (
        <details key={`${path}-${index}`} className="tool" open={files.length <= 3}>
          <summary>
            <code className="grow">{path}</code>
            <span className="num small">
              +{added} −{removed}
            </span>
          </summary>
          <div>
            <pre className="diff" tabIndex={0} aria-label={`Change of ${path}`}>
              {changedLines(patch).map((line, number) => (
                <span key={number} className={lookOf(line)}>
                  {line === '' ? ' ' : line}
                </span>
              ))}
            </pre>
          </div>
        </details>
      ))}
      {truncated && (
        <p className="small muted">
          Shortened: {plural(files.length, 'file')} shown as far as the service keeps them.
        </p>
      )}
    </div>
  );
}

/** Lines of the patch from its first change on; what stands before it repeats the path. */
export function changedLines(patch: string): readonly string[] {
  const lines = patch.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return first < 0 ? lines : lines.slice(first);
}

/** What a line of a unified diff says. */
export function lookOf(line: string): string {
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : '';
}
